import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findClis } from '../../support/agents/clis.js'
import { CLAUDE_MODEL, claudePrint, codexExec, startAgent } from '../../support/agents/run.js'
import { openTerminal, type Terminal } from '../../support/agents/tmux.js'
import { until } from '../../support/agents/until.js'
import { replies, type SessionSeen, watchAgents } from '../../support/agents/watched.js'
import { scripted } from '../../support/stub-model/script.js'

const clis = findClis()
const limit = 180_000
const watched = watchAgents(clis)
const { home, get, sessions, statsOf, eventTypes, situated, tokensAre } = watched

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'test' } })
const print = (prompt: string, ...more: string[]) =>
  startAgent(home(), clis?.claude ?? '', claudePrint(prompt, ...more))
/** Runs `work` in an interactive CLI, from its first prompt until the terminal closes. */
const inTerminal = async (work: (terminal: Terminal) => Promise<void>): Promise<void> => {
  const terminal = openTerminal(home(), [clis?.claude ?? '', '--model', CLAUDE_MODEL])
  try {
    await terminal.shows('❯')
    await situated('ready')
    await work(terminal)
  } finally {
    terminal.close()
  }
}
const session = async (id: string): Promise<SessionSeen | undefined> => (await sessions()).find((one) => one.id === id)
/** Resolves to the first session whose id is not `id`. */
const successorOf = (id: string): Promise<SessionSeen> =>
  until(`a session after ${id}`, async () => (await sessions()).find((one) => one.id !== id))
const allDone = () =>
  until('all sessions to end', async () => (await sessions()).every(({ situation }) => situation === 'done'))
const count = (types: readonly string[], type: string): number => types.filter((one) => one === type).length
const figuresOf = async (id: string) => {
  const { tokens, tool_call_count } = await statsOf(id)
  return { tokens, calls: tool_call_count }
}

describe.skipIf(clis === null)('real Claude Code sessions that fork, clear or compact', () => {
  it(
    'treats a fork as its own session and counts the repeated lines once, in the parent',
    async () => {
      await print(scripted('first', [bash('echo one'), { text: 'one' }])).ended
      const { id } = await situated('done')
      await tokensAre(2)
      await print(scripted('second', [bash('echo two'), { text: 'two' }]), '--resume', id, '--fork-session').ended
      const fork = await successorOf(id)
      await tokensAre(4)
      // The fork's first hook carries the parent's id and reopens the parent; only the process exit ends it again.
      await allDone()
      expect((await sessions()).map(({ status }) => status)).toEqual(['completed', 'completed'])
      expect(await figuresOf(id)).toEqual({ tokens: replies(2), calls: 1 })
      expect(await figuresOf(fork.id)).toEqual({ tokens: replies(2), calls: 1 })
      const { tools } = await get<{ tools: { tool_name: string }[] }>('/api/tools')
      expect(tools.map(({ tool_name }) => tool_name)).toEqual(['Bash', 'Bash'])
      expect((await session(fork.id))?.headline).toMatchObject({ text: 'two' })
      expect((await session(id))?.headline).toMatchObject({ text: 'one' })
    },
    limit,
  )

  it(
    '/clear ends the session and starts another in the same terminal',
    () =>
      inTerminal(async (terminal) => {
        await terminal.say(scripted('make it', [bash('touch made.txt'), { text: 'made' }]))
        const { id } = await situated('your_turn')
        await terminal.say('/clear')
        const next = await successorOf(id)
        expect(await situated('ready')).toMatchObject({ id: next.id, awaiting_reason: 'session_start' })
        const ended = await situated('done')
        expect(ended).toMatchObject({ id, status: 'completed', situation_event_type: 'SessionEnd' })

        await terminal.say(scripted('again', [{ text: 'more' }]))
        expect(await situated('your_turn')).toMatchObject({ id: next.id, headline: { text: 'more' } })
        await tokensAre(3)
        expect(await figuresOf(id)).toEqual({ tokens: replies(2), calls: 1 })
        expect(await figuresOf(next.id)).toEqual({ tokens: replies(1), calls: 0 })
        await terminal.say('/exit')
        await allDone()
        for (const one of [id, next.id]) {
          const types = await eventTypes(one)
          expect([count(types, 'SessionStart'), count(types, 'SessionEnd'), count(types, 'Stop')]).toEqual([1, 1, 1])
        }
      }),
    limit,
  )

  it(
    '/compact adds one compaction, keeps the situation "your turn" and counts nothing twice',
    () =>
      inTerminal(async (terminal) => {
        await terminal.say(scripted('make it', [bash('touch made.txt'), { text: 'made' }]))
        const { id } = await situated('your_turn')
        await tokensAre(2)
        await terminal.say('/compact')
        await terminal.shows('Compacted')
        const agents = await until('the compaction', async () => {
          const { agents } = await get<{ agents: Record<string, unknown>[] }>(`/api/sessions/${id}/agents`)
          const types = await eventTypes(id)
          return agents.length === 2 && types.includes('PostCompact') && agents
        })
        expect(agents).toMatchObject([
          { type: 'main', status: 'waiting' },
          { type: 'subagent', subagent_type: 'compaction', status: 'completed', cost: 0 },
        ])
        expect(agents[1]?.['id']).toMatch(new RegExp(`^${id}-compact-[0-9a-f-]{36}$`))
        expect((await statsOf(id)).agents).toMatchObject({ total: 2, main: 1, subagent: 0, compaction: 1 })
        expect(await session(id)).toMatchObject({
          status: 'active',
          situation: 'your_turn',
          headline: { text: 'made' },
        })
        expect((await sessions()).length).toBe(1)

        // The CLI does not record the tokens of the summary, and the repeated lines are deduplicated.
        await terminal.say(scripted('again', [{ text: 'more' }]))
        await tokensAre(3)
        await until('the second turn', async () => count(await eventTypes(id), 'TurnDuration') === 2)
        expect(await figuresOf(id)).toEqual({ tokens: replies(3), calls: 1 })
        await terminal.say('/exit')
        await allDone()
        const types = await eventTypes(id)
        expect([count(types, 'Compaction'), count(types, 'UserPromptSubmit'), count(types, 'PreToolUse')]).toEqual([
          1, 2, 1,
        ])
        expect((await statsOf(id)).agents).toMatchObject({ total: 2, compaction: 1 })
      }),
    limit,
  )
})

describe.skipIf(clis === null)('real Codex sessions that resume or fork', () => {
  const call = (cmd: string) => ({ tool: 'exec_command', input: { cmd } })
  const run = (prompt: string, ...more: string[]) => {
    const [exec = '', ...rest] = codexExec(prompt)
    return startAgent(home(), clis?.codex ?? '', [exec, ...more, ...rest]).ended
  }
  /** Each reply uses 1,200 input tokens (1,000 of them cached) and 40 output tokens. */
  const used = (n: number) => ({
    input_tokens: 200 * n,
    output_tokens: 40 * n,
    cache_read_tokens: 1000 * n,
    cache_write_tokens: 0,
  })
  const allCounted = (n: number) =>
    until(`the tokens of ${n} replies`, async () => {
      const { tokens } = await watched.stats()
      return JSON.stringify(tokens) === JSON.stringify(used(n))
    })

  it(
    'counts a resume in its session and a fork as a new session, with and without hooks',
    async () => {
      await run(scripted('first', [call('echo one'), { text: 'one' }]))
      const { id } = await situated('done')
      await run(scripted('second', [call('echo two'), { text: 'two' }]), 'resume', id)
      await allCounted(4)
      expect((await sessions()).length).toBe(1)
      await run(scripted('third', [call('echo three'), { text: 'three' }]), 'fork', id)
      const fork = await successorOf(id)
      await allCounted(6)
      await allDone()
      const types = await eventTypes(id)
      expect([count(types, 'SessionStart'), count(types, 'SessionEnd')]).toEqual([2, 2])
      const figures = async () => [await figuresOf(id), await figuresOf(fork.id)]
      const expected = [
        { tokens: used(4), calls: 2 },
        { tokens: used(2), calls: 1 },
      ]
      expect(await figures()).toEqual(expected)
      expect((await session(id))?.headline).toMatchObject({ text: 'two' })
      expect((await session(fork.id))?.headline).toMatchObject({ text: 'three' })

      await watched.service().kill()
      await watched.restart({ ...watched.env(), SVC_DATA_DIR: join(home().root, 'fresh') })
      await allCounted(6)
      await until('both sessions', async () => (await sessions()).length === 2)
      expect(await figures()).toEqual(expected)
    },
    limit,
  )
})
