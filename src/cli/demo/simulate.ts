import type { Instant } from '../../domain/time.js'
import type { Beat } from './beat.js'
import { claudeTranscript } from './claude-transcript.js'
import { codexTranscript } from './codex-transcript.js'
import type { Random } from './random.js'
import { readOnlyCall } from './read-only-call.js'
import type { Calls, Part, Step, Story, Turn } from './story.js'
import type { TranscriptWriter, Usage } from './transcript-writer.js'

/** How a story is played. */
export interface Pace {
  /** Seconds before a step. */
  readonly thinks: readonly [number, number]
  /** Seconds that a tool call takes. */
  readonly runs: readonly [number, number]
  /** How many times the usual tokens each reply takes. */
  readonly appetite: number
}

interface Options {
  readonly story: Story
  readonly session: string
  readonly startedAt: Instant
  readonly pace: Pace
  readonly random: Random
}

/** The main agent or a subagent, with its own conversation and clock. */
interface Actor {
  readonly transcript: TranscriptWriter
  readonly who: { readonly agent_id?: string; readonly agent_type?: string }
  at: Instant
  /** Tokens in the model's context. */
  context: number
}

const WINDOW = 200_000
const FIRST_CONTEXT = 22_000
/** Tokens that remain after a compaction. */
const COMPACTED_CONTEXT = 30_000
const CHARACTERS_PER_TOKEN = 3

/** Returns everything that happens in a story, ordered by time. The same seed gives the same result. */
export const simulate = (options: Options): readonly Beat[] => {
  const simulator = new Simulator(options)
  simulator.session()
  return simulator.beats.toSorted((one, other) => one.at - other.at)
}

class Simulator {
  readonly beats: Beat[] = []
  readonly #main: Actor
  #calls = 0

  constructor(private readonly options: Options) {
    const { story, startedAt } = options
    const transcript =
      story.provider === 'codex' ? codexTranscript(options) : claudeTranscript({ ...options, agent: null })
    this.#main = { transcript, who: {}, at: startedAt, context: FIRST_CONTEXT }
  }

  session(): void {
    const main = this.#main
    const { model, turns, title } = this.options.story
    this.#beat(main, main.transcript.start(main.at), 'SessionStart', { source: 'startup', model })
    for (const [index, turn] of turns.entries()) {
      this.#turn(turn)
      if (index === 0) this.#beat(main, main.transcript.title(main.at, title))
      main.at += turn.rests * 1000
    }
    this.#beat(main, [], 'SessionEnd', { reason: 'prompt_input_exit' })
  }

  #turn({ prompt, steps, reply }: Turn): void {
    const main = this.#main
    main.at += 1000
    const startedAt = main.at
    const { title } = this.options.story
    this.#beat(main, main.transcript.prompt(main.at, prompt), 'UserPromptSubmit', { prompt, session_title: title })
    for (const step of steps) this.#step(main, step)
    if (reply === null) return
    this.#think(main)
    const said = main.transcript.say(main.at, reply, this.#spend(main, reply.length), true)
    const lines = [...said, ...main.transcript.endTurn(main.at, startedAt, reply)]
    this.#beat(main, lines, 'Stop', { last_assistant_message: reply, stop_hook_active: false })
    this.#reportStatus()
  }

  #step(actor: Actor, step: Step): void {
    this.#think(actor)
    switch (step.does) {
      case 'say':
        this.#beat(actor, actor.transcript.say(actor.at, step.text, this.#spend(actor, step.text.length), false))
        return
      case 'call':
        this.#call(actor, step)
        return
      case 'read':
        for (let left = step.times; left > 0; left -= 1) {
          this.#call(actor, readOnlyCall(this.options.random, this.options.story))
          this.#think(actor)
        }
        return
      case 'delegate':
        this.#delegate(actor, step.parts)
        return
      case 'compact':
        this.#beat(actor, actor.transcript.compacted(actor.at, actor.context), 'PreCompact', { trigger: 'auto' })
        actor.context = COMPACTED_CONTEXT
        return
      case 'break':
        this.#beat(actor, actor.transcript.apiError(actor.at, step.error), 'StopFailure', {
          error: step.kind,
          last_assistant_message: step.error,
        })
    }
  }

  #call(actor: Actor, call: Calls): void {
    const { tool, output, failed, asks } = call
    const input = this.#withAbsolutePath(call.input)
    const id = this.#callId()
    const about = { tool_name: tool, tool_input: input }
    const called = actor.transcript.call(
      actor.at,
      id,
      { tool, input },
      this.#spend(actor, JSON.stringify(input).length),
    )
    this.#beat(actor, called, 'PreToolUse', { ...about, tool_use_id: id })
    if (asks > 0) {
      actor.at += 400
      this.#beat(actor, [], 'PermissionRequest', about)
      actor.at += asks * 1000
    }
    const runsMs = Math.round(this.#between(this.options.pace.runs) * 1000)
    actor.at += runsMs
    actor.context += Math.ceil(output.length / CHARACTERS_PER_TOKEN)
    const ended = failed ? { error: output } : { tool_response: { stdout: output } }
    const done = { ...about, ...ended, tool_use_id: id, duration_ms: runsMs }
    const lines = actor.transcript.result(actor.at, id, { output, failed })
    this.#beat(actor, lines, failed ? 'PostToolUseFailure' : 'PostToolUse', done)
    if (actor === this.#main) this.#reportStatus()
  }

  /** Claude Code's file tools take absolute paths. */
  #withAbsolutePath(input: Calls['input']): Calls['input'] {
    const path = input['file_path']
    return typeof path === 'string' ? { ...input, file_path: `${this.options.story.project.cwd}/${path}` } : input
  }

  /** Runs the parts in parallel: all start now, and the agent continues when the last one finishes. */
  #delegate(actor: Actor, parts: readonly Part[]): void {
    const ends = parts.map((part) => {
      const at = this.#part({ ...actor }, part)
      actor.at += 700
      return at
    })
    actor.at = Math.max(actor.at, ...ends) + 500
  }

  #part(parent: Actor, { type, description, prompt, steps, answer }: Part): Instant {
    const { random } = this.options
    const id = this.#callId()
    const agent = random.hex(16)
    const input = { subagent_type: type, description, prompt }
    const spent = this.#spend(parent, prompt.length)
    const called = parent.transcript.call(parent.at, id, { tool: 'Agent', input }, spent)
    const about = { tool_name: 'Agent', tool_input: input, tool_use_id: id }
    this.#beat(parent, called, 'PreToolUse', about)

    const transcript = claudeTranscript({ ...this.options, agent })
    const child: Actor = {
      transcript,
      who: { agent_id: agent, agent_type: type },
      at: parent.at + 300,
      context: FIRST_CONTEXT / 2,
    }
    const meta = JSON.stringify({ agentType: type, description, toolUseId: id, spawnDepth: 1 })
    this.#file(child.at, transcript.path.replace(/\.jsonl$/, '.meta.json'), meta)
    this.#beat(child, transcript.prompt(child.at, prompt), 'SubagentStart')
    for (const step of steps) this.#step(child, step)
    this.#think(child)
    this.#beat(child, transcript.say(child.at, answer, this.#spend(child, answer.length), true), 'SubagentStop')

    parent.at = child.at + 200
    const result = parent.transcript.result(parent.at, id, { output: answer, failed: false, agent })
    this.#beat(parent, result, 'PostToolUse', { ...about, tool_response: { agentId: agent, content: answer } })
    return parent.at
  }

  #beat({ at, transcript, who }: Actor, lines: readonly string[], kind?: string, payload: object = {}): void {
    const { session, story } = this.options
    const { provider } = story
    const { cwd } = story.project
    const body = { session_id: session, cwd, hook_event_name: kind, permission_mode: 'default', ...who, ...payload }
    this.beats.push({
      at,
      lines: lines.map((line) => ({ provider, path: transcript.path, text: `${line}\n` })),
      hook: kind === undefined ? null : { provider, body },
      status: null,
    })
  }

  #file(at: Instant, path: string, text: string): void {
    this.beats.push({ at, lines: [{ provider: this.options.story.provider, path, text }], hook: null, status: null })
  }

  #reportStatus(): void {
    const { session, story } = this.options
    if (story.provider !== 'claude') return
    const { at, context } = this.#main
    const context_window = { context_window_size: WINDOW, used_percentage: (context / WINDOW) * 100 }
    const status = { session_id: session, model: { id: story.model }, context_window }
    this.beats.push({ at, lines: [], hook: null, status })
  }

  /**
   * Returns the token usage of a reply with this many characters: the old context is read from the cache, the new part is
   * written to it.
   */
  #spend(actor: Actor, characters: number): Usage {
    const { random, pace } = this.options
    const cacheRead = actor.context
    const thought = Math.round(random.skewed(380, 5000) * pace.appetite)
    const output = Math.ceil(characters / CHARACTERS_PER_TOKEN) + thought
    const cacheWrite = output + Math.round(random.skewed(1100, 9000) * pace.appetite)
    actor.context = Math.min(WINDOW * 0.9, actor.context + cacheWrite)
    return { input: random.int(3, 12), output, cacheRead, cacheWrite }
  }

  #think(actor: Actor): void {
    actor.at += Math.round(this.#between(this.options.pace.thinks) * 1000)
  }

  #between([least, most]: readonly [number, number]): number {
    return least + this.options.random.next() * (most - least)
  }

  #callId(): string {
    this.#calls += 1
    const { session, random } = this.options
    return `toolu_${session.slice(0, 8)}${String(this.#calls).padStart(3, '0')}${random.hex(10)}`
  }
}
