import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findClis } from '../../support/agents/clis.js'
import { agentsInLanes, type LaneAnswer } from '../../support/agents/in-lanes.js'
import { CLAUDE_MODEL } from '../../support/agents/run.js'
import { until } from '../../support/agents/until.js'
import type { SessionSeen } from '../../support/agents/watched.js'
import { repositoryAt } from '../../support/git/repository.js'
import { openTerminalSocket } from '../../support/http/terminal.js'
import { scripted } from '../../support/stub-model/script.js'
import { kill } from '../../support/process/kill.js'

const clis = findClis()
const limit = 180_000
const service = agentsInLanes(clis)
const { home, get, post, lane, paneIs, panes, screen, pidOf, statsOf } = service

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
    'are tied to their sessions, are answered through the terminal socket, and outlive a killed service',
    async () => {
      const id = await lane(home().project)
      const settings = join(home().claudeHome, 'settings.json')
      const before = JSON.parse(readFileSync(settings, 'utf8')) as object
      writeFileSync(settings, JSON.stringify({ ...before, permissions: { allow: [], defaultMode: 'default' } }))
      const start = (slot: number, body: object) => post(`/api/lanes/${id}/start`, { slot, ...body })
      const claudes = { permissionMode: 'default', model: CLAUDE_MODEL }
      const touch = scripted('make it', [bash('touch made.txt'), { text: 'made' }])
      // Of 100 KB, in a file that the agent reads without asking.
      const long = (name: string) => `${scripted(name, [{ text: name }])}\n${`${'x'.repeat(99)}\n`.repeat(1024)}`
      const runs = [
        await start(0, { prompt: touch, ...claudes }),
        await start(1, { prompt: scripted('go', [{ text: 'codex is done' }]), tool: 'cli_b' }),
        await start(2, { prompt: long('claude has read it'), ...claudes }),
        await start(3, { prompt: long('codex has read it'), tool: 'cli_b' }),
        await start(4, { prompt: scripted('go', [{ text: 'go on?' }]), ...claudes }),
      ]
      const sessions: string[] = []
      for (const slot of runs.keys()) sessions.push(await tied(id, slot))
      const [claude, codex, reader, otherReader, last] = sessions
      await said(codex, 'codex is done')
      await said(reader, 'claude has read it')
      await said(otherReader, 'codex has read it')
      await said(last, 'go on?')
      await situated(claude, 'needs_you')
      expect(existsSync(join(home().project, 'made.txt'))).toBe(false)
      const terminal = openTerminalSocket(service.service().url, `lane=${id}&slot=0`)
      // Colours may separate the words of the command.
      await terminal.shows('made.txt')
      await service.shows(id, 0, '1. Yes')
      // Claude Code ignores keys for a moment after it shows something new.
      for (let tried = 0; tried < 5 && screen(id, 0).includes('1. Yes'); tried++) {
        terminal.type('1')
        await until('the answer', () => !screen(id, 0).includes('1. Yes'), 1000).catch(() => {})
      }
      await said(claude, 'made')
      terminal.socket.terminate()
      expect(existsSync(join(home().project, 'made.txt'))).toBe(true)
      // They come from the transcripts, which are read after the hook of a turn's end.
      const spent = async () =>
        (await Promise.all(sessions.map(statsOf))).map(({ tokens }) => tokens['output_tokens']).join()
      await until('the tokens of all replies', async () => (await spent()) === '68,40,68,80,34')

      const facts = async () => ({
        panes: (await panes(id)).map((pane) => [pane.slot, pane.run_id, pane.session_id, pane.alive]),
        pids: runs.map((_, slot) => pidOf(id, slot)),
        tokens: await Promise.all(sessions.map(async (one) => (await statsOf(one)).tokens)),
        situations: await Promise.all(sessions.map(async (one) => (await session(one)).situation)),
        lane: (await get<LaneAnswer>(`/api/lanes/${id}`)).lane.status,
      })
      const known = await facts()
      expect(known.panes).toEqual(runs.map(({ run_id }, slot) => [slot, run_id, sessions[slot], true]))
      await service.service().kill()
      await service.restart()
      expect(await facts()).toEqual(known)
      kill(pidOf(id, 0))
      const ended = { run_id: runs[0]?.run_id, signal: 'SIGKILL', exit_code: null }
      expect(await paneIs(id, 0, { alive: false })).toMatchObject(ended)
      expect((await panes(id)).map(({ alive }) => alive)).toEqual([false, true, true, true, true])
      const { items } = await get<{ items: readonly object[] }>('/api/run/history')
      expect(items).toMatchObject([{ run_id: runs[0]?.run_id, session_id: claude, signal: 'SIGKILL' }])
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
      // A session without an answer cannot be resumed.
      await said(claude, 'one is done')
      await stop(0)
      await start({ resumeSessionId: claude, prompt: answers('two') })
      expect(await tied(id, 0)).toBe(claude)
      await said(claude, 'two is done')

      expect(await start({ resumeSessionId: claude, slot: 1 })).toMatchObject({ error: { code: 'ESESSIONLIVE' } })
      await start({ resumeSessionId: claude, forkSession: true, slot: 1, prompt: answers('three') })
      const fork = await tied(id, 1)
      expect(fork).not.toBe(claude)
      await said(fork, 'three is done')
      // The fork is the most recent session of the directory.
      await stop(0)
      await start({ resumeSessionId: claude, prompt: answers('again') })
      expect(await tied(id, 0)).toBe(claude)
      await said(claude, 'again is done')

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

  it(
    'suggest the message of a commit without a session, hooks or files',
    async () => {
      const secret = join(home().root, 'secret.txt')
      writeFileSync(secret, 'hush')
      for (const tool of ['cli_a', 'cli_b']) {
        const { path, git, write } = repositoryAt(join(home().root, tool), { 'a.txt': 'a' })
        write('a.txt', `see @${secret} and @"${secret}"\n`)
        git('add', '--all')
        const { lane: made } = await post('/api/lanes', { cwd: path, tool })
        // The model takes a request without tools for one that asks for a title.
        const message = tool === 'cli_a' ? '{"title":"Stub title"}' : 'ok'
        expect(await post<object>(`/api/lanes/${made.id}/git/commit-message`)).toEqual({ message })
      }
      const { asked } = service.model()
      expect(asked.map(({ sent }) => [sent.includes('Staged changes:'), sent.includes('hush')])).toEqual([
        [true, false],
        [true, false],
      ])
      expect(await service.sessions()).toEqual([])
      expect((await get<{ events: readonly object[] }>('/api/events')).events).toEqual([])
    },
    limit,
  )

  it(
    'read messages and reviews as text, and no message while they ask',
    async () => {
      const id = await lane(home().project)
      const settings = join(home().claudeHome, 'settings.json')
      const before = JSON.parse(readFileSync(settings, 'utf8')) as object
      writeFileSync(settings, JSON.stringify({ ...before, permissions: { allow: [], defaultMode: 'default' } }))
      const send = (route: string, body: object) => post(`/api/lanes/${id}/${route}`, body)
      const told = ['Marker-mine: it\'s "$HOME".\nBe brief.', `Marker-lane: use tabs.\n${'ü '.repeat(7000)}`]
      for (const [i, path] of ['/api/me/instructions', `/api/lanes/${id}/instructions`].entries())
        await fetch(service.service().url + path, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ instructions: told[i] }),
        })
      const answers = (name: string) => scripted(name, [{ text: `${name} is done` }])
      await send('start', { prompt: answers('one'), permissionMode: 'default', model: CLAUDE_MODEL })
      await send('start', { prompt: answers('two'), tool: 'cli_b', slot: 1 })
      const [claude, codex] = [await tied(id, 0), await tied(id, 1)]
      await said(claude, 'one is done')
      await said(codex, 'two is done')
      for (const api of ['anthropic', 'openai']) {
        const sent = service.model().asked.findLast((one) => one.api === api && one.purpose === 'reply')?.sent
        expect(sent, api).toContain(JSON.stringify(told.join('\n\n')).slice(1, -1))
      }
      for (const [slot, agent] of [claude, codex].entries()) {
        const review = { comments: [{ path: 'a.txt', line: 2, text: answers(`three ${slot}`) }], slot }
        expect(await send('review', review)).toMatchObject({ slot, started: false })
        await said(agent, `three ${slot} is done`)
        expect(await send('message', { text: `!touch made-${slot}\n${answers(`four ${slot}`)}`, slot })).toMatchObject({
          slot,
        })
        await said(agent, `four ${slot} is done`)
        expect(existsSync(join(home().project, `made-${slot}`))).toBe(false)
      }
      await send('message', { text: scripted('make it', [bash('touch made.txt'), { text: 'made' }]), slot: 0 })
      await situated(claude, 'needs_you')
      expect(await send('message', { text: 'yes', slot: 0 })).toMatchObject({ error: { code: 'ENOTREADY' } })
      expect(existsSync(join(home().project, 'made.txt'))).toBe(false)
    },
    limit,
  )
})
