import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findClis } from '../../support/agents/clis.js'
import { CLAUDE_MODEL, claudePrint, codexExec, startAgent } from '../../support/agents/run.js'
import { openTerminal } from '../../support/agents/tmux.js'
import { until } from '../../support/agents/until.js'
import { watchAgents } from '../../support/agents/watched.js'
import { runCli } from '../../support/process/service-process.js'
import { scripted, subagent } from '../../support/stub-model/script.js'

const clis = findClis()
const limit = 180_000
const { home, env, service, restart, get, sessions, stats, eventTypes, situated, tokensAre } = watchAgents(clis)

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'test' } })
const print = (prompt: string, ...more: string[]) =>
  startAgent(home(), clis?.claude ?? '', claudePrint(prompt, ...more))

/** Starts an interactive session that asks before every call. */
const interactive = () => {
  const settings = join(home().claudeHome, 'settings.json')
  const before = JSON.parse(readFileSync(settings, 'utf8')) as Record<string, unknown>
  writeFileSync(settings, JSON.stringify({ ...before, permissions: { allow: [], defaultMode: 'default' } }))
  return openTerminal(home(), [clis?.claude ?? '', '--model', CLAUDE_MODEL])
}

/** Waits for a situation with its text: the status file of the CLI may report it before the hook that has the text. */
const headlined = (situation: string, text: string) =>
  until(`a session that is ${situation} with ${text}`, async () => {
    const [session] = await sessions()
    return session?.situation === situation && session.headline?.text === text && session
  })

describe.skipIf(clis === null)('the service with the real Claude Code', () => {
  it(
    'records a run with a subagent and a failing tool once, and imports the same figures without hooks',
    async () => {
      const work = [bash('echo inside'), { text: 'seen' }]
      const tools = [subagent('general-purpose', 'look around', work), bash('exit 3')]
      await print(scripted('go', [{ tools }, { text: 'all done' }])).ended
      const session = await situated('done')
      expect(session).toMatchObject({
        status: 'completed',
        situation_event_type: 'SessionEnd',
        subagents: { completed: 1 },
      })
      expect(session.headline).toMatchObject({ kind: 'reply', text: 'all done' })
      await tokensAre(4)
      const { agents } = await get<{ agents: Record<string, unknown>[] }>(`/api/sessions/${session.id}/agents`)
      expect(
        agents.map(({ type, status, subagent_type, parent_agent_id, output_tokens }) => [
          type,
          status,
          subagent_type,
          parent_agent_id,
          output_tokens,
        ]),
      ).toEqual([
        ['main', 'completed', null, null, 68],
        ['subagent', 'completed', 'general-purpose', `${session.id}-main`, 68],
      ])
      const detail = await get<{ tool_call_count: number; tools_used: unknown }>(`/api/sessions/${session.id}/stats`)
      expect([detail.tool_call_count, detail.tools_used]).toEqual([
        3,
        [
          { tool_name: 'Bash', count: 2 },
          { tool_name: 'Agent', count: 1 },
        ],
      ])
      const executed = await get<{ tools: { tool_name: string; success: number }[] }>('/api/tools')
      expect(executed.tools.map(({ tool_name, success }) => `${tool_name} ${success}`).toSorted()).toEqual([
        'Agent 1',
        'Bash 0',
        'Bash 1',
      ])
      expect((await eventTypes()).filter((type) => type.startsWith('PreToolUse'))).toHaveLength(3)

      // Import the same transcripts into a service that received no hooks.
      const fresh = { ...env(), SVC_DATA_DIR: join(home().root, 'fresh') }
      expect((await runCli(['import'], fresh)).code).toBe(0)
      const seen = await stats()
      await service().kill()
      await restart(fresh)
      await until(
        'the import',
        async () =>
          (await get<{ import: { phase: string } | null }>('/api/settings/info')).import?.phase === 'complete',
      )
      expect((await stats()).tokens).toEqual(seen.tokens)
      expect((await stats()).total_cost).toBe(seen.total_cost)
      const imported = await get<{ tool_call_count: number }>(`/api/sessions/${session.id}/stats`)
      expect(imported.tool_call_count).toBe(3)
    },
    limit,
  )

  it(
    'keeps a resumed session as one session that ends twice',
    async () => {
      await print(scripted('first', [{ text: 'one' }])).ended
      const { id } = await situated('done')
      await print(scripted('second', [bash('echo more'), { text: 'two' }]), '--resume', id).ended
      await until(
        'the second end',
        async () => (await eventTypes()).filter((type) => type === 'SessionEnd').length === 2,
      )
      await tokensAre(3)
      expect((await sessions()).map((session) => [session.id, session.status])).toEqual([[id, 'completed']])
    },
    limit,
  )

  it(
    'marks a session as failed after a permanent API error and shows the error',
    async () => {
      await print(scripted('go', [{ error: 400, forever: true }])).ended
      const session = await situated('failed')
      expect(session.status).toBe('error')
      expect(session.headline?.kind).toBe('error')
    },
    limit,
  )

  it(
    'loses no event or token when it restarts during a run',
    async () => {
      const run = print(scripted('go', [bash('echo 1'), { ...bash('echo 2'), delay: 1500 }, { text: 'done' }]))
      await until('the first tool', async () => (await eventTypes()).includes('PostToolUse'))
      await service().stop()
      await run.ended
      await restart()
      await situated('done')
      await tokensAre(3)
      const types = await eventTypes()
      expect(types.filter((type) => type === 'PreToolUse')).toHaveLength(2)
      expect(types.filter((type) => type === 'Stop')).toHaveLength(1)
      expect(types.filter((type) => type === 'SessionEnd')).toHaveLength(1)
    },
    limit,
  )

  it(
    'ends the session of a killed CLI, which sends no SessionEnd hook',
    async () => {
      const run = print(scripted('go', [bash('true; sleep 120'), { text: 'never' }]))
      await situated('working')
      run.kill('SIGKILL')
      await run.ended
      const session = await situated('done')
      expect(session.status).toBe('completed')
      const { events } = await get<{ events: { event_type: string; data: string }[] }>('/api/events')
      expect(JSON.parse(events[0]?.data ?? '{}')).toMatchObject({ reason: 'process-gone' })
    },
    limit,
  )

  it(
    'follows an interactive session through ready, permission, approval, interrupt and exit',
    async () => {
      const terminal = interactive()
      try {
        await terminal.shows('❯')
        expect(await situated('ready')).toMatchObject({ awaiting_reason: 'session_start' })
        await terminal.say(scripted('make it', [bash('touch approved.txt'), { text: 'made' }]))
        expect(await headlined('needs_you', 'touch approved.txt')).toMatchObject({
          awaiting_reason: 'notification',
          headline: { kind: 'permission' },
        })
        await terminal.answers(/Do you want to|1\. Yes/, 'Enter')
        expect(await headlined('your_turn', 'made')).toMatchObject({ awaiting_reason: 'stop' })
        expect(existsSync(join(home().project, 'approved.txt'))).toBe(true)

        await terminal.say(
          scripted('again', [
            { text: 'thinking about it', tool: 'Read', input: { file_path: '/etc/hostname' } },
            { ...bash('true; sleep 90'), delay: 1 },
          ]),
        )
        // Escape before the first output only withdraws the prompt and is not recorded: wait for the permission prompt.
        await situated('needs_you')
        await terminal.answers(/Do you want|1\. Yes/, 'Escape')
        const interrupted = await situated('interrupted')
        expect(interrupted.awaiting_reason).toBe('interrupted')

        await terminal.say('/exit')
        expect(await situated('done')).toMatchObject({ status: 'completed' })
      } finally {
        terminal.close()
      }
    },
    limit,
  )

  it(
    'shows what it asks while a subagent of the same reply finishes',
    async () => {
      const terminal = interactive()
      try {
        await terminal.shows('❯')
        await situated('ready')
        const asks = { tool: 'Read', input: { file_path: '/etc/hostname' } }
        const finishes = subagent('general-purpose', 'look around', [{ text: 'seen', delay: 1500 }])
        await terminal.say(scripted('go', [{ tools: [finishes, asks] }, { text: 'made' }]))
        await headlined('needs_you', '/etc/hostname')
        await until('the end of the subagent', async () => (await eventTypes()).includes('PostToolUse'))
        await headlined('needs_you', '/etc/hostname')
        await terminal.answers(/Do you want|1\. Yes/, 'Enter')
        await headlined('your_turn', 'made')
      } finally {
        terminal.close()
      }
    },
    limit,
  )
})

describe.skipIf(clis === null)('the service with the real Codex', () => {
  it(
    'shows the same session, tools and tokens with hooks and from the rollout alone',
    async () => {
      const prompt = scripted('go', [{ tool: 'exec_command', input: { cmd: 'echo hi' } }, { text: 'codex is done' }])
      await startAgent(home(), clis?.codex ?? '', codexExec(prompt)).ended
      const session = await situated('done')
      expect(session).toMatchObject({ provider: 'codex', tool: 'cli_b', status: 'completed' })
      // Each reply uses 1,200 input tokens (1,000 of them cached) and 40 output tokens.
      const expected = { input_tokens: 400, output_tokens: 80, cache_read_tokens: 2000, cache_write_tokens: 0 }
      await until('the tokens', async () => JSON.stringify((await stats()).tokens) === JSON.stringify(expected))
      const detail = await get<{ tool_call_count: number; tools_used: unknown }>(`/api/sessions/${session.id}/stats`)
      expect(detail.tools_used).toEqual([{ tool_name: 'Bash', count: 1 }])

      const fresh = { ...env(), SVC_DATA_DIR: join(home().root, 'fresh') }
      await service().kill()
      await restart(fresh)
      await until('the import', async () => (await stats()).total_sessions === 1)
      await until('the tokens', async () => JSON.stringify((await stats()).tokens) === JSON.stringify(expected))
      // This service receives no SessionEnd hook; the rollout of `codex exec` shows the end.
      expect((await sessions()).map(({ status }) => status)).toEqual(['completed'])
      expect((await get<{ tool_call_count: number }>(`/api/sessions/${session.id}/stats`)).tool_call_count).toBe(1)
    },
    limit,
  )
})
