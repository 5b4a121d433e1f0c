import type { Instant } from '../../domain/time.js'
import type { Beat } from './beat.js'
import { claudeVoice } from './claude-voice.js'
import { codexVoice } from './codex-voice.js'
import { glance } from './glance.js'
import type { Random } from './random.js'
import type { Calls, Part, Step, Story, Turn } from './story.js'
import type { Spent, Voice } from './voice.js'

/** The speed of a story: ranges in seconds. */
export interface Pace {
  /** Time before a step. */
  readonly thinks: readonly [number, number]
  /** Duration of a tool call. */
  readonly runs: readonly [number, number]
}

interface Telling {
  readonly story: Story
  readonly session: string
  readonly startedAt: Instant
  readonly pace: Pace
  readonly random: Random
}

/** The main agent or a subagent, with its own conversation and clock. */
interface Actor {
  readonly voice: Voice
  readonly who: { readonly agent_id?: string; readonly agent_type?: string }
  at: Instant
  /** Tokens in the model's context. */
  context: number
}

const WINDOW = 200_000
const FIRST_CONTEXT = 14_000
const LETTERS_PER_TOKEN = 3

/** Returns everything that happens in a story, ordered by time. The same seed gives the same result. */
export const tell = (telling: Telling): readonly Beat[] => {
  const teller = new Teller(telling)
  teller.session()
  return teller.beats.toSorted((one, other) => one.at - other.at)
}

class Teller {
  readonly beats: Beat[] = []
  readonly #main: Actor
  #calls = 0

  constructor(private readonly telling: Telling) {
    const { story, startedAt } = telling
    const voice = story.provider === 'codex' ? codexVoice(telling) : claudeVoice({ ...telling, agent: null })
    this.#main = { voice, who: {}, at: startedAt, context: FIRST_CONTEXT }
  }

  session(): void {
    const main = this.#main
    const { model, turns, title } = this.telling.story
    this.#beat(main, main.voice.begin(main.at), 'SessionStart', { source: 'startup', model })
    for (const [index, turn] of turns.entries()) {
      this.#turn(turn)
      if (index === 0) this.#beat(main, main.voice.title(main.at, title))
      main.at += turn.rests * 1000
    }
    this.#beat(main, [], 'SessionEnd', { reason: 'prompt_input_exit' })
  }

  #turn({ prompt, steps, reply }: Turn): void {
    const main = this.#main
    main.at += 1000
    const startedAt = main.at
    const { title } = this.telling.story
    this.#beat(main, main.voice.prompt(main.at, prompt), 'UserPromptSubmit', { prompt, session_title: title })
    for (const step of steps) this.#step(main, step)
    if (reply === null) return
    this.#think(main)
    const said = main.voice.say(main.at, reply, this.#spend(main, reply.length), true)
    const lines = [...said, ...main.voice.endTurn(main.at, startedAt, reply)]
    this.#beat(main, lines, 'Stop', { last_assistant_message: reply, stop_hook_active: false })
    this.#tellStatus()
  }

  #step(actor: Actor, step: Step): void {
    this.#think(actor)
    switch (step.does) {
      case 'say':
        this.#beat(actor, actor.voice.say(actor.at, step.text, this.#spend(actor, step.text.length), false))
        return
      case 'call':
        this.#call(actor, step)
        return
      case 'look':
        for (let left = step.times; left > 0; left -= 1) {
          this.#call(actor, glance(this.telling.random, this.telling.story))
          this.#think(actor)
        }
        return
      case 'delegate':
        this.#delegate(actor, step.parts)
        return
      case 'break':
        this.#beat(actor, actor.voice.broke(actor.at, step.error), 'StopFailure', {
          error: step.error,
          error_type: step.kind,
        })
    }
  }

  #call(actor: Actor, call: Calls): void {
    const { tool, input, output, failed, asks } = call
    const id = this.#callId()
    const about = { tool_name: tool, tool_input: input }
    const called = actor.voice.call(actor.at, id, call, this.#spend(actor, JSON.stringify(input).length))
    this.#beat(actor, called, 'PreToolUse', { ...about, tool_use_id: id })
    if (asks > 0) {
      actor.at += 400
      this.#beat(actor, [], 'PermissionRequest', about)
      actor.at += asks * 1000
    }
    const runsMs = Math.round(this.#between(this.telling.pace.runs) * 1000)
    actor.at += runsMs
    actor.context += Math.ceil(output.length / LETTERS_PER_TOKEN)
    const ended = failed ? { error: output } : { tool_response: { stdout: output } }
    const done = { ...about, ...ended, tool_use_id: id, duration_ms: runsMs }
    const lines = actor.voice.result(actor.at, id, { output, failed })
    this.#beat(actor, lines, failed ? 'PostToolUseFailure' : 'PostToolUse', done)
    if (actor === this.#main) this.#tellStatus()
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
    const { random } = this.telling
    const id = this.#callId()
    const agent = random.hex(16)
    const input = { subagent_type: type, description, prompt }
    const spent = this.#spend(parent, prompt.length)
    const called = parent.voice.call(parent.at, id, { tool: 'Agent', input }, spent)
    const about = { tool_name: 'Agent', tool_input: input, tool_use_id: id }
    this.#beat(parent, called, 'PreToolUse', about)

    const voice = claudeVoice({ ...this.telling, agent })
    const child: Actor = {
      voice,
      who: { agent_id: agent, agent_type: type },
      at: parent.at + 300,
      context: FIRST_CONTEXT / 2,
    }
    const meta = JSON.stringify({ agentType: type, description, toolUseId: id, spawnDepth: 1 })
    this.#file(child.at, voice.path.replace(/\.jsonl$/, '.meta.json'), meta)
    this.#beat(child, voice.prompt(child.at, prompt), 'SubagentStart')
    for (const step of steps) this.#step(child, step)
    this.#think(child)
    this.#beat(child, voice.say(child.at, answer, this.#spend(child, answer.length), true), 'SubagentStop')

    parent.at = child.at + 200
    const result = parent.voice.result(parent.at, id, { output: answer, failed: false, agent })
    this.#beat(parent, result, 'PostToolUse', { ...about, tool_response: { agentId: agent, content: answer } })
    return parent.at
  }

  #beat({ at, voice, who }: Actor, lines: readonly string[], kind?: string, payload: object = {}): void {
    const { session, story } = this.telling
    const { provider } = story
    const { cwd } = story.project
    const body = { session_id: session, cwd, hook_event_name: kind, permission_mode: 'default', ...who, ...payload }
    this.beats.push({
      at,
      lines: lines.map((line) => ({ provider, path: voice.path, text: `${line}\n` })),
      hook: kind === undefined ? null : { provider, body },
      status: null,
    })
  }

  #file(at: Instant, path: string, text: string): void {
    this.beats.push({ at, lines: [{ provider: this.telling.story.provider, path, text }], hook: null, status: null })
  }

  #tellStatus(): void {
    const { session, story } = this.telling
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
  #spend(actor: Actor, letters: number): Spent {
    const { random } = this.telling
    const cacheRead = actor.context
    const output = Math.ceil(letters / LETTERS_PER_TOKEN) + random.skewed(260, 4000)
    const cacheWrite = output + random.skewed(600, 6000)
    actor.context = Math.min(WINDOW * 0.9, actor.context + cacheWrite)
    return { input: random.int(3, 12), output, cacheRead, cacheWrite }
  }

  #think(actor: Actor): void {
    actor.at += Math.round(this.#between(this.telling.pace.thinks) * 1000)
  }

  #between([least, most]: readonly [number, number]): number {
    return least + this.telling.random.next() * (most - least)
  }

  #callId(): string {
    this.#calls += 1
    const { session, random } = this.telling
    return `toolu_${session.slice(0, 8)}${String(this.#calls).padStart(3, '0')}${random.hex(10)}`
  }
}
