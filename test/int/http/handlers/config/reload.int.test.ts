import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'

let app: App
let root: string
let lane: number
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-reload-')))
  for (const name of ['bin', 'shop']) mkdirSync(join(root, name))
  for (const name of ['claude', 'codex']) writeScriptedAgent(join(root, 'bin', name))
  writeFileSync(join(root, 'agent.json'), '{}')
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
  lane = (await post<{ lane: { id: number } }>('/api/lanes', { cwd: join(root, 'shop') })).lane.id
})
afterAll(async () => {
  await app.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

const post = async <A>(path: string, body: object = {}) => (await app.send<A>(path, { method: 'POST', body })).json
const sentTo = (slot: number): readonly string[] => {
  try {
    const lines = readFileSync(join(root, `log.${lane}.${slot}`), 'utf8')
      .trim()
      .split('\n')
    return lines.flatMap((line) => (JSON.parse(line) as { readonly sent?: string }).sent ?? [])
  } catch {
    return []
  }
}
interface Place {
  readonly slot: number
  readonly reason?: string
}

describe.skipIf(!hasTmux)('a reload', () => {
  it('types its two commands into live agents of Claude Code, and nothing into shells and other agents', async () => {
    await post(`/api/lanes/${lane}/start`, { slot: 0 })
    await post(`/api/lanes/${lane}/start`, { slot: 1, tool: 'cli_b' })
    await post('/api/run', { cwd: join(root, 'shop'), shell: true, slot: 2 })
    const { reloaded, skipped } = await post<Record<'reloaded' | 'skipped', readonly Place[]>>('/api/cc-config/reload')
    expect(reloaded.map(({ slot }) => slot)).toEqual([0])
    expect(skipped).toMatchObject([{ reason: 'a shell runs in this pane' }])
    await until('both commands', () => sentTo(0).length === 2)
    expect(sentTo(0)).toEqual(['/reload-plugins', '/reload-skills'])
    expect(sentTo(1)).toEqual([])
  })
})
