import { expect, it } from 'vitest'
import { readLog } from '../../../../src/domain/git/log.js'

const SHA = 'c'.repeat(40)
const record = (...fields: readonly string[]): string => `${fields.join('\u001f')}\0`

it('reads commits with the full names of their refs', () => {
  const refs = 'HEAD -> refs/heads/main, tag: refs/tags/v1, refs/remotes/origin/main'
  const output =
    record(SHA, 'ccccccc', 'Keep the cart', 'Ada', '2026-11-20T09:10:00+01:00', refs) +
    record(SHA, 'ccccccc', 'a \u001f separator', 'Bob', '2026-11-20T09:00:00Z', '')
  expect(readLog(output)).toEqual([
    {
      sha: SHA,
      short: 'ccccccc',
      subject: 'Keep the cart',
      author: 'Ada',
      date: '2026-11-20T09:10:00+01:00',
      refs: ['HEAD', 'refs/heads/main', 'refs/tags/v1', 'refs/remotes/origin/main'],
    },
    {
      sha: SHA,
      short: 'ccccccc',
      subject: 'a \u001f separator',
      author: 'Bob',
      date: '2026-11-20T09:00:00Z',
      refs: [],
    },
  ])
  expect(readLog('')).toEqual([])
})
