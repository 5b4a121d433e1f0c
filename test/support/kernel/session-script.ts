import fc from 'fast-check'
import { contentKey } from '../../../src/events/digest.js'
import { cliStatusKey, toolHookKey } from '../../../src/events/dedup.js'
import type { New } from '../../../src/events/envelope.js'
import type { Facts, FactType } from '../../../src/domain/transcript/facts/facts.js'

/**
 * One session, reported by hooks, by the CLI's status file and by transcripts (one for the main agent and one for each
 * subagent). Each report is ordered; tests interleave them at random.
 */
export interface Told {
  readonly session: string
  readonly hooks: readonly New[]
  readonly statuses: readonly New[]
  readonly transcripts: readonly (readonly New[])[]
}

type Turn =
  | { readonly kind: 'talk' }
  | { readonly kind: 'tool'; readonly fails: boolean; readonly asks: boolean }
  | { readonly kind: 'subagent'; readonly tools: number }
  | { readonly kind: 'interrupt' }
  | { readonly kind: 'refused'; readonly reported: boolean }
  | { readonly kind: 'compacted' }

const turn: fc.Arbitrary<Turn> = fc.oneof(
  fc.record({ kind: fc.constant('talk' as const) }),
  fc.record({ kind: fc.constant('tool' as const), fails: fc.boolean(), asks: fc.boolean() }),
  fc.record({ kind: fc.constant('subagent' as const), tools: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('refused' as const), reported: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('interrupt' as const, 'compacted' as const) }),
)

export const toldSession = (session: string, begins = '2026-11-20T10:00:00Z'): fc.Arbitrary<Told> =>
  fc.record({ turns: fc.array(turn, { minLength: 1, maxLength: 4 }), ends: fc.boolean() }).map(({ turns, ends }) => {
    const script = new Script(session, Date.parse(begins))
    for (const one of turns) script.turn(one)
    if (ends) script.end()
    return script.told
  })

const USAGE = {
  input: 12,
  output: 34,
  cacheRead: 5600,
  cacheWrite: 780,
  cacheWrite1h: 80,
  webSearch: 0,
  webFetch: 0,
  codeExecution: 0,
}

class Script {
  #at: number
  #line = 0
  #n = 0
  readonly #hooks: New[] = []
  readonly #statuses: New[] = []
  readonly #main: New[] = []
  readonly #subagents: New[][] = []

  constructor(
    private readonly session: string,
    begins: number,
  ) {
    this.#at = begins
    this.#hook('SessionStart', { source: 'startup' })
  }

  get told(): Told {
    const { session } = this
    return { session, hooks: this.#hooks, statuses: this.#statuses, transcripts: [this.#main, ...this.#subagents] }
  }

  turn(turn: Turn): void {
    this.#turn(turn)
    this.#status('idle')
  }

  #turn(turn: Turn): void {
    this.#status('busy')
    this.#hook('UserPromptSubmit', { prompt: `turn ${this.#n}` })
    this.#fact(this.#main, null, 'prompt-recorded', { text: `turn ${this.#n}`, typed: true, promptId: null })
    if (turn.kind === 'tool') this.#tool(turn.fails, turn.asks)
    if (turn.kind === 'subagent') this.#subagent(turn.tools)
    if (turn.kind === 'interrupt') {
      this.#fact(this.#main, null, 'interrupt-recorded', this.#uuid())
      return
    }
    if (turn.kind === 'refused') {
      const error = { text: 'limit reached', status: 429, retrying: false }
      this.#fact(this.#main, null, 'api-error-recorded', { ...error, ...this.#uuid() })
      if (turn.reported) this.#hook('StopFailure', { error: 'limit reached' })
      return
    }
    if (turn.kind === 'compacted') {
      const compaction = { trigger: 'auto', preTokens: 170_000, durationMs: 20 }
      this.#fact(this.#main, null, 'compaction-seen', { ...compaction, ...this.#uuid() })
    }
    this.#reply(this.#main, null, null, true)
    this.#fact(this.#main, null, 'turn-completed', { durationMs: 900, ...this.#uuid() })
    this.#hook('Stop', { last_assistant_message: 'done' })
  }

  end(): void {
    this.#hook('SessionEnd', { reason: 'other' })
  }

  #tool(fails: boolean, asks: boolean): void {
    const id = this.#id('toolu')
    this.#reply(this.#main, null, { id, name: 'Bash', target: 'make' }, false)
    this.#hook('PreToolUse', { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: id })
    if (asks) {
      this.#hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'make' } })
      this.#status('waiting')
      this.#status('busy')
    }
    const result = fails ? 'PostToolUseFailure' : 'PostToolUse'
    this.#hook(result, { tool_name: 'Bash', tool_use_id: id, duration_ms: 40, ...(fails ? { error: 'exit 2' } : {}) })
    const error = fails ? 'exit 2' : null
    this.#fact(this.#main, null, 'tool-result-recorded', { id, ok: !fails, error, durationMs: 40, startedAgent: null })
  }

  #subagent(tools: number): void {
    const call = this.#id('toolu')
    const agent = this.#id('agent')
    const input = { description: 'look', prompt: 'look around', subagent_type: 'Explore' }
    const tool = { id: call, name: 'Agent', target: 'look', subagentType: 'Explore', task: 'look around' }
    this.#reply(this.#main, null, tool, false)
    this.#hook('PreToolUse', { tool_name: 'Agent', tool_input: input, tool_use_id: call })
    const who = { agent_id: agent, agent_type: 'Explore' }
    this.#hook('SubagentStart', who)
    const file: New[] = []
    this.#subagents.push(file)
    const meta = { agentType: 'Explore', description: 'look', toolUseId: call }
    this.#fact(file, agent, 'subagent-transcript-found', meta)
    for (let i = 0; i < tools; i++) {
      const id = this.#id('toolu')
      this.#reply(file, agent, { id, name: 'Read', target: 'a.ts' }, false)
      this.#hook('PreToolUse', { ...who, tool_name: 'Read', tool_input: { file_path: 'a.ts' }, tool_use_id: id })
      this.#hook('PostToolUse', { ...who, tool_name: 'Read', tool_use_id: id, duration_ms: 3 })
      this.#fact(file, agent, 'tool-result-recorded', { id, ok: true, error: null, durationMs: 3, startedAgent: null })
    }
    this.#reply(file, agent, null, true)
    this.#hook('SubagentStop', who)
    this.#hook('PostToolUse', {
      tool_name: 'Agent',
      tool_use_id: call,
      duration_ms: 90,
      tool_response: { agentId: agent },
    })
    const result = { id: call, ok: true, error: null, durationMs: 90, startedAgent: agent }
    this.#fact(this.#main, null, 'tool-result-recorded', result)
  }

  /** Writes a message of two lines; the second repeats the usage with the full output. */
  #reply(file: New[], agent: string | null, tool: Facts['reply-recorded']['tool'], ends: boolean): void {
    const message = this.#id('msg')
    const common = {
      message,
      model: 'claude-sonnet-4-5',
      speed: 'standard',
      geo: 'global',
      tier: 'standard',
      embedded: false,
    } as const
    this.#fact(file, agent, 'reply-recorded', {
      ...common,
      usage: { ...USAGE, output: 1 },
      tool: null,
      excerpt: 'hm',
      ends: false,
    })
    this.#fact(file, agent, 'reply-recorded', { ...common, usage: USAGE, tool, excerpt: 'so', ends })
  }

  #hook(kind: string, payload: Readonly<Record<string, unknown>>): void {
    const full = { session_id: this.session, cwd: '/repo', ...payload }
    const toolUse = (payload as { tool_use_id?: string }).tool_use_id
    const agent = (payload as { agent_id?: string }).agent_id ?? ''
    this.#hooks.push({
      type: 'hook-received',
      data: { kind, provider: 'claude', payload: full },
      occurredAt: this.#tick(),
      by: 'local',
      via: 'hook',
      dedup:
        toolUse === undefined
          ? contentKey(this.session, 'delivery', String(this.#n))
          : toolHookKey(kind, toolUse, agent),
    })
  }

  #status(status: 'idle' | 'busy' | 'waiting'): void {
    const waitingFor = status === 'waiting' ? 'permission prompt' : null
    this.#statuses.push({
      type: 'cli-status-reported',
      data: { provider: 'claude', pid: 42, cwd: '/repo', status, waitingFor },
      occurredAt: this.#tick(),
      by: 'local',
      via: 'status',
      dedup: cliStatusKey(42, this.#at, status),
    })
  }

  #fact<T extends FactType>(file: New[], agent: string | null, type: T, data: Omit<Facts[T], 'line' | 'agent'>): void {
    this.#line += 1
    const event = {
      type,
      data: { provider: 'claude', line: this.#line, agent, ...data },
      occurredAt: this.#tick(),
      by: 'local',
      via: 'transcript',
    }
    file.push({ ...event, dedup: contentKey(this.session, 'line', String(this.#line)) } as unknown as New)
  }

  #tick(): number {
    this.#n += 1
    this.#at += 50
    return this.#at
  }

  #uuid(): { readonly uuid: string } {
    return { uuid: this.#id('uuid') }
  }

  #id(kind: string): string {
    this.#n += 1
    return `${kind}_${this.session}_${String(this.#n).padStart(16, '0')}`
  }
}

/** Merges several lists and keeps the order of each. `choices` selects the list of the next item. */
export const interleaved = <T>(tellings: readonly (readonly T[])[], choices: readonly number[]): T[] => {
  const queues = tellings.map((telling) => [...telling])
  const merged: T[] = []
  for (let i = 0; queues.some((queue) => queue.length > 0); i++) {
    const open = queues.filter((queue) => queue.length > 0)
    const next = open[(choices[i % choices.length] ?? 0) % open.length]?.shift()
    if (next !== undefined) merged.push(next)
  }
  return merged
}
