import { describe, expect, it } from 'vitest'
import { isReadPath } from '../../../../src/adapters/system-accounts/home-path.js'
import { accountName, usernameIn } from '../../../../src/adapters/system-accounts/layout.js'

describe('what the service reads in the home of an account', () => {
  it.each([
    '.claude/projects/-shop/11111111-2222-4333-8444-555555555555.jsonl',
    '.claude/projects/-shop/1/subagents/workflows/run/journal.jsonl',
    '.claude/sessions/4711.json',
    '.codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00.jsonl.zst',
    '.codex/archived_sessions/rollout.jsonl',
    '.codex/session_index.jsonl',
    '.codex/external_agent_session_imports.json',
  ])('is %s', (path) => expect(isReadPath(path)).toBe(true))

  it.each([
    '.claude/.credentials.json',
    '.claude/settings.json',
    '.codex/auth.json',
    '.codex/history.jsonl',
    '.codex/config.toml',
    '.ssh/id_ed25519',
    'shop/a.txt',
    '.claude/projects/../.credentials.json',
    '.claude/projects/./a.jsonl',
    '.claude/projects//a.jsonl',
    '.claude/projects/',
    '/etc/passwd',
    '../other/.claude/projects/a.jsonl',
    '.claude/projects/a\0.jsonl',
    '.claude/projects/a\n.jsonl',
    `.claude/projects/${'a/'.repeat(20)}b.jsonl`,
    `.claude/projects/${'a'.repeat(300)}`,
  ])('is not %j', (path) => expect(isReadPath(path)).toBe(false))
})

describe('the name of an account', () => {
  it('is that of its user, as long as a name of the system may be', () => {
    const longest = `a${'b'.repeat(27)}`
    expect([accountName('ada'), accountName(longest)?.length]).toEqual(['sw-ada', 31])
    expect([usernameIn('sw-ada'), usernameIn('ada')]).toEqual(['ada', undefined])
  })

  it.each([
    ['a'],
    ['Ada'],
    ['a b'],
    ['a:b'],
    ['../ada'],
    [''],
    [5],
    [null],
    [undefined],
    [['ada']],
    [`a${'b'.repeat(28)}`],
  ])('does not exist for %j', (username) => expect(accountName(username)).toBeNull())
})
