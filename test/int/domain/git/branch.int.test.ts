import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isBranchName } from '../../../../src/domain/git/branch.js'

/** Git prints the branch that it understood: of `@{-1}`, another one. Everywhere else it reads `@` as `HEAD`. */
const gitAccepts = (name: string): boolean => {
  const { status, stdout } = spawnSync('git', ['check-ref-format', '--branch', name], {
    cwd: tmpdir(),
    encoding: 'utf8',
  })
  return status === 0 && stdout === `${name}\n` && name !== '@'
}

const PARTS = ['a', 'b', '-', '.', '..', '/', '@', '{', '@{', '~', '^', ':', '?', '*', '[', ']', '\\', ' ', '\t', '\n']
const MORE = [
  '\u007f',
  '.lock',
  '.lock/',
  'HEAD',
  'refs/heads/',
  'ä',
  '設',
  '🚀',
  '"',
  "'",
  '$',
  '&',
  ';',
  '-1}',
  '\u0001',
]

it('accepts the branch names that git accepts', () => {
  const names = fc
    .array(fc.constantFrom(...PARTS, ...MORE), { minLength: 1, maxLength: 5 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(names, (name) => {
      expect({ name, ok: isBranchName(name) }).toEqual({ name, ok: gitAccepts(name) })
    }),
    {
      numRuns: 300,
      examples: [
        '',
        '@',
        'HEAD',
        '-x',
        '@{-1}',
        'a.',
        'a./b',
        'a.lock',
        'a.lock/b',
        '.a',
        'a/.b',
        'a//b',
        '/a',
        'a/',
        'a@b',
        'a/HEAD',
      ].map((name) => [name]),
    },
  )
})
