import { describe, expect, it } from 'vitest'
import { readStatus } from '../../../../src/domain/git/status.js'

const SHA = 'a'.repeat(40)
const output = (...records: readonly string[]): string => records.map((record) => `${record}\0`).join('')

describe('readStatus', () => {
  it('reads the branch and how far it is from its upstream', () => {
    const headers = [
      `# branch.oid ${SHA}`,
      '# branch.head feat/x',
      '# branch.upstream origin/feat/x',
      '# branch.ab +2 -3',
    ]
    expect(readStatus(output(...headers))).toEqual({
      head: SHA,
      branch: 'feat/x',
      upstream: 'origin/feat/x',
      ahead: 2,
      behind: 3,
      changed: [],
    })
  })

  it('has no head before the first commit, no branch when detached, and no counts without an upstream', () => {
    expect(readStatus(output('# branch.oid (initial)', '# branch.head main'))).toMatchObject({
      head: null,
      branch: 'main',
      upstream: null,
      ahead: null,
      behind: null,
    })
    expect(readStatus(output(`# branch.oid ${SHA}`, '# branch.head (detached)')).branch).toBeNull()
  })

  it('reads each kind of record, with spaces and line breaks in names', () => {
    const modes = 'N... 100644 100644 100644'
    const records = [
      `1 .M ${modes} ${SHA} ${SHA} a b\nc.txt`,
      `2 R. ${modes} ${SHA} ${SHA} R100 new name`,
      '? old name',
      `u UU ${modes} 100644 ${SHA} ${SHA} ${SHA} both sides`,
      '? 1 untracked',
    ]
    const blob = { mode: '100644', id: SHA }
    const tracked = { conflicted: false, submodule: false, head: blob, index: blob, workMode: '100644' }
    const none = { conflicted: false, submodule: false, head: null, index: null, workMode: null }
    expect(readStatus(output(...records)).changed).toEqual([
      { path: 'a b\nc.txt', from: null, status: ' M', ...tracked },
      { path: 'new name', from: '? old name', status: 'R ', ...tracked },
      { path: 'both sides', from: null, status: 'UU', ...none, conflicted: true, workMode: '100644' },
      { path: '1 untracked', from: null, status: '??', ...none },
    ])
  })
})
