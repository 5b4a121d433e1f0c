import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLAUDE_KINDS, CODEX_KINDS } from '../../../../support/agent-config/kinds.js'
import { described, writeTree } from '../../../../support/agent-config/tree.js'
import { type Name, startTeam, type Team } from '../../../../support/service/team.js'

let team: Team
let [own, foreign] = ['', '']
beforeAll(async () => {
  team = await startTeam()
  const users = join(team.app.folder, 'data', 'users')
  own = join(users, 'grace', 'shop')
  foreign = join(team.app.folder, 'elsewhere')
  for (const [folder, name] of [
    [own, 'grace'],
    [foreign, 'ada'],
  ] as const) {
    mkdirSync(join(folder, 'api'), { recursive: true })
    writeTree(folder, { '.claude/skills/one/SKILL.md': described('One'), 'AGENTS.md': '# Here\n' })
    await team.as(name, '/api/lanes', { method: 'POST', body: { cwd: folder } })
  }
  writeTree(team.app.claudeHome, { 'skills/host/SKILL.md': described('Host'), 'CLAUDE.md': '# Host\n' })
})
afterAll(() => team.close())

interface Answer {
  readonly items?: readonly { readonly name: string }[]
  readonly error?: { readonly code: string }
}
const ask = async (name: Name, path: string, query: Readonly<Record<string, string>> = {}) => {
  const { json } = await team.as<Answer>(name, `/api/${path}?${new URLSearchParams(query).toString()}`)
  return json.error?.code ?? json.items?.map((item) => item.name)
}

describe('members', () => {
  it('see the project of an own lane, also from a folder in it', async () => {
    expect(await ask('grace', 'cc-config/skills', { scope: 'project', cwd: own })).toEqual(['one'])
    expect(await ask('grace', 'codex-config/memory', { scope: 'project', cwd: own })).toEqual(['AGENTS.md'])
    expect(await ask('grace', 'cc-config/skills', { scope: 'project', cwd: join(own, 'api') })).toEqual([])
    expect(await ask('grace', 'cc-config/skills', { scope: 'project' })).toEqual([])
  })

  it('see nothing of the host or of others, whether it exists or not', async () => {
    for (const cwd of [foreign, '/does/not/exist', '/', `${own}/../..`])
      expect(await ask('grace', 'cc-config/skills', { scope: 'project', cwd })).toBe('EADMIN')
    for (const [base, kinds] of [
      ['cc-config', CLAUDE_KINDS],
      ['codex-config', CODEX_KINDS],
    ] as const) {
      for (const kind of kinds) {
        expect(await ask('grace', `${base}/${kind}`, { cwd: own }), kind).toBe('EADMIN')
        expect(await ask('grace', `${base}/${kind}`, { cwd: own, scope: 'user' }), kind).toBe('EADMIN')
        const { json } = await team.as('grace', `/api/${base}/${kind}?scope=project&cwd=${own}`)
        expect(JSON.stringify(json), kind).not.toContain(team.app.claudeHome)
      }
    }
    expect(await ask('grace', 'cc-config/file', { scope: 'user', type: 'memory', cwd: own })).toBe('EADMIN')
  })
})

describe('what a project of a member names', () => {
  it('tells nothing about files outside of it', async () => {
    const hook = (command: string) => ({ hooks: [{ type: 'command', command }] })
    writeTree(own, {
      '.claude/settings.json': {
        hooks: { Stop: [hook('/etc/passwd'), hook('/etc/none'), hook('./run.sh'), hook('./none.sh')] },
      },
      '.codex/config.toml':
        '[marketplaces.m]\nsource_type = "local"\nsource = "/etc"\n[plugins."kit@house"]\nenabled = true\n',
      'run.sh': '#!/bin/sh\n',
    })
    const listed = async (path: string) =>
      (
        await team.as<{ items: readonly { readonly missing?: boolean | null }[] }>(
          'grace',
          `/api/${path}?scope=project&cwd=${own}`,
        )
      ).json.items
    expect((await listed('cc-config/hooks')).map(({ missing }) => missing)).toEqual([null, null, false, true])
    expect(await listed('codex-config/marketplaces')).toEqual([])
    expect(await listed('codex-config/plugins')).toEqual([])
  })
})

describe('staff', () => {
  it('see the host, an analyst with projects of lanes, and an admin with any', async () => {
    expect(await ask('ann', 'cc-config/skills', { cwd: own })).toEqual(['one', 'host'])
    expect(await ask('ann', 'cc-config/skills', { cwd: team.app.folder, scope: 'project' })).toEqual([])
    expect(await ask('ada', 'cc-config/skills', { cwd: foreign, scope: 'project' })).toEqual(['one'])
    expect(await ask('ada', 'codex-config/memory', { cwd: foreign, scope: 'project' })).toEqual(['AGENTS.md'])
  })
})
