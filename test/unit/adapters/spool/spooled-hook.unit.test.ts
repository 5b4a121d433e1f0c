import { describe, expect, it } from 'vitest'
import { parseSpooled } from '../../../../src/adapters/spool/spooled-hook.js'

describe('a spooled hook', () => {
  it('is a header line about the delivery, then the body as the CLI sent it', () => {
    expect(parseSpooled('1 abc-1 1700000000000 42 codex\n{"a":\n1}')).toEqual({
      delivery: 'abc-1',
      at: 1_700_000_000_000,
      pid: 42,
      provider: 'codex',
      run: null,
      body: '{"a":\n1}',
    })
  })

  it('names the run whose pane it comes from', () => {
    expect(parseSpooled('1 abc-1 1700000000000 42 codex run_01ABC\n{}')).toMatchObject({ run: 'run_01ABC', body: '{}' })
  })

  it.each([
    '',
    '{"a":1}',
    '1 abc 1700000000000 42 claude',
    '2 abc 1700000000000 42 claude\n{}',
    '1 ../abc 1700000000000 42 claude\n{}',
    '1 abc 1700000000 42 claude\n{}',
    '1 abc 1700000000000 42 other\n{}',
    '1 abc 1700000000000 -1 claude\n{}',
    '1 abc 1700000000000 42 claude ../x\n{}',
  ])('is not %j', (text) => {
    expect(parseSpooled(text)).toBeNull()
  })
})
