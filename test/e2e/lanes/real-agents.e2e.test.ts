import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findClis } from '../../support/agents/clis.js'
import { agentsInLanes } from '../../support/agents/in-lanes.js'
import { until } from '../../support/agents/until.js'
import type { SessionSeen } from '../../support/agents/watched.js'
import { repositoryAt } from '../../support/git/repository.js'
import { scripted } from '../../support/stub-model/script.js'

const clis = findClis()
const limit = 180_000
const service = agentsInLanes(clis)
const { home, get, post, lane, paneIs, panes, press, screen, pidOf, statsOf } = service

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'test' } })
const session = async (id: unknown) => (await get<{ session: SessionSeen }>(`/api/sessions/${String(id)}`)).session
const situated = (id: unknown, situation: string) =>
  until(`session ${String(id)} to be ${situation}`, async () => {
    const found = await session(id)
    return found.situation === situation && found
  })
/** Waits until a session's turn ended with this answer. */
const said = (id: unknown, text: string) =>
  until(`session ${String(id)} to say ${text}`, async () => {
    const found = await session(id)
    return found.situation === 'your_turn' && found.headline?.text === text
  })
/** Waits until the agent of a slot has reported its session; a failure shows the screen of its pane. */
const tied = async (id: number, slot: number): Promise<string> => {
  const found = until(`the session of slot ${slot}`, async () => {
    const pane = (await panes(id)).find((one) => one.slot === slot)
    return pane?.session_id ?? false
  })
  return found.catch((error: unknown) => {
    throw new Error(screen(id, slot), { cause: error })
  })
}

describe.skipIf(clis === null)('the real CLIs in a lane', () => {
  it(
    'are tied to their sessions, wait for permission, are answered in the pane, and outlive a killed service',
    async () => {
      const id = await lane(home().project)
      const settings = join(home().claudeHome, 'settings.json')
      const before = JSON.parse(readFileSync(settings, 'utf8')) as object
      writeFileSync(settings, JSON.stringify({ ...before, permissions: { allow: [], defaultMode: 'default' } }))
      const start = `/api/lanes/${id}/start`
      const touch = scripted('make it', [bash('touch made.txt'), { text: 'made' }])
      const first = await post(start, { prompt: touch, permissionMode: 'default' })
      const second = await post(start, { prompt: scripted('go', [{ text: 'codex is done' }]), tool: 'cli_b', slot: 1 })
      const [claude, codex] = [await tied(id, 0), await tied(id, 1)]
      await situated(codex, 'your_turn')
      await until('the tokens of Codex', async () => (await statsOf(codex)).tokens['output_tokens'] === 40)
      await situated(claude, 'needs_you')
      expect(existsSync(join(home().project, 'made.txt'))).toBe(false)
      press(id, 0, '1')
      await situated(claude, 'your_turn')
      expect(existsSync(join(home().project, 'made.txt'))).toBe(true)

      const pids = [pidOf(id, 0), pidOf(id, 1)]
      await service.service().kill()
      await service.restart()
      expect(await panes(id)).toMatchObject([
        { slot: 0, run_id: first.run_id, session_id: claude, alive: true },
        { slot: 1, run_id: second.run_id, session_id: codex, alive: true },
      ])
      expect([pidOf(id, 0), pidOf(id, 1)]).toEqual(pids)
      process.kill(pids[0] ?? 0, 'SIGKILL')
      expect(await paneIs(id, 0, { alive: false })).toMatchObject({
        run_id: first.run_id,
        signal: 'SIGKILL',
        exit_code: null,
      })
      expect((await panes(id))[1]).toMatchObject({ alive: true })
    },
    limit,
  )

  it(
    'resume a session, fork one that is open, continue the last one, and run in a worktree of their own',
    async () => {
      const id = await lane(home().project)
      const start = (body: object) => post(`/api/lanes/${id}/start`, { permissionMode: 'default', ...body })
      const stop = (slot: number) => post(`/api/lanes/${id}/stop`, { slot })
      const answers = (name: string) => scripted(name, [{ text: `${name} is done` }])
      await start({ prompt: answers('one') })
      const claude = await tied(id, 0)
      await situated(claude, 'your_turn')
      await stop(0)
      await start({ resumeSessionId: claude, prompt: answers('two') })
      expect(await tied(id, 0)).toBe(claude)
      await said(claude, 'two is done')

      expect(await start({ resumeSessionId: claude, slot: 1 })).toMatchObject({ error: { code: 'ESESSIONLIVE' } })
      await start({ resumeSessionId: claude, forkSession: true, slot: 1, prompt: answers('three') })
      const fork = await tied(id, 1)
      expect(fork).not.toBe(claude)
      await said(fork, 'three is done')

      const codex = { tool: 'cli_b', slot: 2, permissionMode: null }
      await start({ ...codex, prompt: answers('four') })
      const rollout = await tied(id, 2)
      await said(rollout, 'four is done')
      await stop(2)
      await start({ ...codex, resumeLast: true, prompt: answers('five') })
      expect(await tied(id, 2)).toBe(rollout)
      await said(rollout, 'five is done')

      repositoryAt(home().project, { 'a.txt': 'a' })
      await start({ worktree: true, slot: 3, prompt: answers('six') })
      const apart = await tied(id, 3)
      await said(apart, 'six is done')
      expect((await panes(id))[3]).toMatchObject({ slot: 3, worktree: true })
      const { session: found } = await get<{ session: { cwd: string } }>(`/api/sessions/${apart}`)
      expect(found.cwd).toContain(`${home().project}/.claude/worktrees/`)
    },
    limit,
  )
})
