import { describe, expect, it } from 'vitest'
import { decideRemoteSource } from '../../../../src/domain/remote/decide.js'
import { given } from '../../../support/domain/decision.js'

const { add, update, remove } = decideRemoteSource
const source = {
  id: 'src_1',
  label: 'Workstation',
  host: 'me@workstation',
  sshPort: 2222,
  identityFile: null,
  remoteHome: '~/.claude',
  remoteCodexHome: '~/.codex',
  enabled: true,
}
const { id: _id, ...settings } = source

describe('a remote source', () => {
  it('is added with defaults', () => {
    const input = { label: 'Workstation', host: 'me@workstation', ssh_port: 2222 }
    expect(given(undefined).when(add, { id: 'src_1', input })).toEqual([
      { type: 'source-set', data: { source: 'src_1', ...settings } },
    ])
  })

  it('is rejected with the code of the invalid field', () => {
    expect(given(undefined).when(add, { id: 'src_1', input: { label: 'W', host: '-oProxyCommand=x' } })).toEqual({
      rejected: 'INVALID_HOST',
    })
    expect(given(source).when(update, { ssh_port: 0 })).toEqual({ rejected: 'INVALID_PORT' })
  })

  it('keeps the settings that an update omits; null resets one', () => {
    expect(given(source).when(update, { enabled: false, ssh_port: null })).toEqual([
      { type: 'source-set', data: { source: 'src_1', ...settings, sshPort: null, enabled: false } },
    ])
  })

  it('is removed once', () => {
    expect(given(source).when(remove, { kept: true })).toEqual([
      { type: 'source-removed', data: { source: 'src_1', kept: true } },
    ])
    expect(given(undefined).when(remove, { kept: true })).toEqual({ rejected: 'NOT_FOUND' })
  })
})
