import { describe, expect, it } from 'vitest'
import { configAt, leadsToConfig } from '../../../../src/domain/agent-config/on-disk.js'

describe('a file in the home of Claude Code', () => {
  it.each([
    ['settings.json', { type: 'settings', scope: 'user', name: null }],
    ['CLAUDE.md', { type: 'memory', scope: 'user', name: 'CLAUDE.md' }],
    ['skills/money/SKILL.md', { type: 'skill', scope: 'user', name: 'money' }],
    ['skills/money/scripts/run.py', { type: 'skill', scope: 'user', name: 'money' }],
    ['commands/git/commit.md', { type: 'command', scope: 'user', name: 'git/commit' }],
    ['hooks/guard.sh', { type: 'hook-script', scope: 'user', name: 'guard.sh' }],
    ['plugins/installed_plugins.json', { type: 'plugins', scope: 'user', name: null }],
  ])('%s is configuration', (path, expected) => {
    expect(configAt('claude', 'home', path)).toEqual(expected)
    const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    expect(above.every((one) => leadsToConfig('claude', 'home', one))).toBe(true)
  })

  it.each([
    'projects/a/b.jsonl',
    'plugins/cache/x/y/SKILL.md',
    'history.jsonl',
    'agents/notes.txt',
    'toString',
    'skillset/x',
  ])('%s is no configuration', (path) => expect(configAt('claude', 'home', path)).toBeNull())

  it('is not watched among sessions and caches', () => {
    for (const path of ['projects', 'plugins/cache', 'todos', 'shell-snapshots'])
      expect(leadsToConfig('claude', 'home', path)).toBe(false)
  })
})

describe('a file in the home of Codex', () => {
  it('is configuration by its own names', () => {
    expect(configAt('codex', 'home', 'config.toml')).toEqual({ type: 'config', scope: 'user', name: null })
    expect(configAt('codex', 'home', 'rules/default.rules')).toEqual({ type: 'rule', scope: 'user', name: 'default' })
    expect(configAt('codex', 'home', 'sessions/2026/11/27/rollout.jsonl')).toBeNull()
  })
})

describe('a file in a project', () => {
  it.each([
    ['.claude/settings.json', { type: 'settings', scope: 'project', name: null }],
    ['.claude/settings.local.json', { type: 'settings', scope: 'local', name: null }],
    ['.mcp.json', { type: 'mcp', scope: 'project', name: null }],
    ['CLAUDE.md', { type: 'memory', scope: 'project', name: 'CLAUDE.md' }],
    ['.claude/CLAUDE.md', { type: 'memory', scope: 'project', name: '.claude/CLAUDE.md' }],
    ['.claude/skills/money/SKILL.md', { type: 'skill', scope: 'project', name: 'money' }],
    ['.claude/agents/review/strict.md', { type: 'agent', scope: 'project', name: 'review/strict' }],
  ])('%s is configuration of Claude Code', (path, expected) => {
    expect(configAt('claude', 'project', path)).toEqual(expected)
    const above = path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))
    expect(above.every((one) => leadsToConfig('claude', 'project', one))).toBe(true)
  })

  it('is configuration of Codex by its own names', () => {
    expect(configAt('codex', 'project', '.codex/config.toml')).toMatchObject({ type: 'config', scope: 'project' })
    expect(configAt('codex', 'project', 'AGENTS.md')).toMatchObject({ type: 'memory', scope: 'project' })
  })

  it.each([
    'src/index.ts',
    'settings.json',
    'skills/money/SKILL.md',
    'node_modules/x/CLAUDE.md',
    '.git/config',
    '.claude/worktrees/x',
  ])('%s is work', (path) => {
    expect([configAt('claude', 'project', path), configAt('codex', 'project', path)]).toEqual([null, null])
    expect(leadsToConfig('claude', 'project', path)).toBe(false)
  })
})
