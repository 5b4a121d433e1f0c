import { describe, expect, it } from 'vitest'
import { isRevision, isSecretPath, lanePath } from '../../../../src/domain/git/paths.js'

describe('lanePath', () => {
  it.each([
    ['a/b.txt', 'a/b.txt'],
    ['./a//b/./c', 'a/b/c'],
    ['-rf', '-rf'],
    ['*', '*'],
    [':(top)x', ':(top)x'],
    ['...', '...'],
    ['.github/x', '.github/x'],
  ])('%j is %j', (text, path) => expect(lanePath(text)).toBe(path))

  it.each(['', '.', '/', '/etc/passwd', '..', 'a/../../b', 'a/..', '.git', '.git/config', 'sub/.GIT/config', 'a\0b'])(
    'refuses %j',
    (text) => expect(lanePath(text)).toBeNull(),
  )

  it('refuses very long paths', () => expect(lanePath('a/'.repeat(3000))).toBeNull())
})

it.each([
  ['settings.local.json', true],
  ['a/.claude/settings.local.json', true],
  ['a/Settings.Local.JSON', true],
  ['settings.json', false],
  ['my-settings.local.json', false],
])('%j is secret: %s', (path, expected) => expect(isSecretPath(path)).toBe(expected))

it.each([
  ['HEAD', true],
  ['abcd', true],
  ['a'.repeat(40), true],
  ['abc', false],
  ['main', false],
  ['--all', false],
  ['HEAD~1', false],
  ['HEAD:a', false],
  ['', false],
])('%j is a revision: %s', (text, expected) => expect(isRevision(text)).toBe(expected))
