import { describe, expect, it } from 'vitest'
import { configAt, leadsToConfig } from '../../../../src/domain/agent-config/on-disk.js'

describe('a file in the home of Claude Code', () => {
  it.each([
    ['settings.json', { type: 'settings', name: null }],
    ['CLAUDE.md', { type: 'memory', name: 'CLAUDE.md' }],
    ['skills/money/SKILL.md', { type: 'skill', name: 'money' }],
    ['skills/money/scripts/run.py', { type: 'skill', name: 'money' }],
    ['commands/git/commit.md', { type: 'command', name: 'git/commit' }],
    ['hooks/guard.sh', { type: 'hook-script', name: 'guard.sh' }],
    ['plugins/installed_plugins.json', { type: 'plugins', name: null }],
  ])('%s is configuration', (path, expected) => {
    expect(configAt('claude', path)).toEqual(expected)
    const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    expect(above.every((one) => leadsToConfig('claude', one))).toBe(true)
  })

  it.each([
    'projects/a/b.jsonl',
    'plugins/cache/x/y/SKILL.md',
    'history.jsonl',
    'agents/notes.txt',
    'toString',
    'skillset/x',
  ])('%s is no configuration', (path) => expect(configAt('claude', path)).toBeNull())

  it('is not watched among sessions and caches', () => {
    for (const path of ['projects', 'plugins/cache', 'todos', 'shell-snapshots'])
      expect(leadsToConfig('claude', path)).toBe(false)
  })
})

describe('a file in the home of Codex', () => {
  it('is configuration by its own names', () => {
    expect(configAt('codex', 'config.toml')).toEqual({ type: 'config', name: null })
    expect(configAt('codex', 'rules/default.rules')).toEqual({ type: 'rule', name: 'default' })
    expect(configAt('codex', 'sessions/2026/11/27/rollout.jsonl')).toBeNull()
  })
})
