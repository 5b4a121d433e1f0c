import { expect, it } from 'vitest'
import { readNumstat } from '../../../../src/domain/git/numstat.js'

it('reads counts of changed, binary and renamed files, whatever their names', () => {
  const output = '1\t2\ta b\n\tc\0-\t-\tlogo.png\x000\t0\t\0old\0new\x003\t0\tlast\0'
  expect(readNumstat(output)).toEqual([
    { path: 'a b\n\tc', added: 1, deleted: 2 },
    { path: 'logo.png', added: null, deleted: null },
    { path: 'new', added: 0, deleted: 0 },
    { path: 'last', added: 3, deleted: 0 },
  ])
  expect(readNumstat('')).toEqual([])
})
