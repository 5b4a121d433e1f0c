import type { Random } from '../../../src/cli/demo/random.js'
import { LineWriter, type Moment } from './lines.js'
import type { TextSource } from './text.js'
import { addTokens, noTokens, type Tokens } from './truth.js'

export interface HistoryFile {
  /** Relative to the session's project folder. */
  readonly path: string
  readonly lines: readonly string[]
  /** Time of the last line, in milliseconds since the epoch. */
  readonly endedAt: number
}

/** A session's files and expected figures. */
export interface GeneratedSession {
  readonly id: string
  readonly files: readonly HistoryFile[]
  readonly tokens: Record<string, Tokens>
  readonly messages: number
  readonly turns: number
  readonly broken: number
}

export interface SessionPlan {
  readonly startedAt: number
  /** Approximate number of replies of the main agent. */
  readonly replies: number
  readonly subagents: number
  readonly cwd: string
}

const models = ['claude-sonnet-4-5-20250929', 'claude-opus-4-5-20251101', 'claude-haiku-4-5-20251001'] as const
const tools = ['Bash', 'Read', 'Edit', 'Grep', 'Write', 'Glob'] as const

class SessionWriter {
  readonly files: HistoryFile[] = []
  readonly tokens: Record<string, Tokens> = {}
  messages = 0
  turns = 0
  broken = 0
  #context = 12_000

  constructor(
    readonly random: Random,
    readonly text: TextSource,
    readonly id: string,
    readonly plan: SessionPlan,
  ) {}

  #usage(model: string): Tokens {
    const written = this.random.skewed(900, 40_000)
    const usage = {
      input: this.random.int(2, 30),
      output: this.random.skewed(220, 16_000),
      cacheRead: this.#context,
      cacheWrite: written,
      cacheWrite1h: this.random.chance(0.4) ? written : 0,
    }
    this.#context = Math.min(180_000, this.#context + written)
    this.tokens[model] = addTokens(this.tokens[model] ?? noTokens, usage)
    this.messages++
    return usage
  }

  /** Writes a reply that calls a tool, and the tool's result. */
  #toolStep(writer: LineWriter, model: string): void {
    const { random, text } = this
    const id = `toolu_01${random.hex(22)}`
    const input = { command: text(random.skewed(120, 8000)), description: text(40) }
    const blocks = [
      ...(random.chance(0.3)
        ? [{ type: 'thinking', thinking: text(random.skewed(300, 6000)), signature: random.hex(344) }]
        : []),
      ...(random.chance(0.55) ? [{ type: 'text', text: text(random.skewed(160, 4000)) }] : []),
      { type: 'tool_use', id, name: random.pick(tools), input },
    ]
    writer.reply(model, blocks, this.#usage(model))
    writer.toolResult(id, random.chance(0.06))
  }

  #closingReply(writer: LineWriter, model: string): void {
    const { random, text } = this
    const thinking = random.chance(0.4)
      ? [{ type: 'thinking', thinking: text(random.skewed(300, 6000)), signature: random.hex(344) }]
      : []
    writer.reply(model, [...thinking, { type: 'text', text: text(random.skewed(500, 8000)) }], this.#usage(model))
  }

  #finish(path: string, writer: LineWriter): void {
    this.files.push({ path, lines: writer.lines, endedAt: writer.moment.at })
  }

  #subagent(main: LineWriter, mainModel: string): void {
    const { random, text } = this
    const agent = random.hex(17)
    const call = `toolu_01${random.hex(22)}`
    const description = text(30)
    const input = { subagent_type: 'Explore', description, prompt: text(random.skewed(600, 4000)) }
    main.reply(mainModel, [{ type: 'tool_use', id: call, name: 'Agent', input }], this.#usage(mainModel))
    const writer = new LineWriter(random, text, { ...main.context, agent }, { at: main.moment.at })
    const model = random.chance(0.6) ? models[2] : mainModel
    writer.prompt(input.prompt)
    for (let steps = random.int(4, 18); steps > 0; steps--) this.#toolStep(writer, model)
    this.#closingReply(writer, model)
    const folder = `${this.id}/subagents`
    this.#finish(`${folder}/agent-${agent}.jsonl`, writer)
    const meta = { agentType: 'Explore', description, toolUseId: call, spawnDepth: 1 }
    this.files.push({
      path: `${folder}/agent-${agent}.meta.json`,
      lines: [JSON.stringify(meta)],
      endedAt: writer.moment.at,
    })
    main.moment.at = writer.moment.at
    main.toolResult(call, false, { agentId: agent, status: 'completed' })
  }

  #turn(main: LineWriter, model: string, replies: number, subagents: number): void {
    const startedAt = main.moment.at
    main.prompt(this.text(this.random.skewed(200, 6000)))
    for (let left = subagents; left > 0; left--) this.#subagent(main, model)
    for (let left = replies - 1; left > 0; left--) this.#toolStep(main, model)
    if (this.random.chance(0.02)) main.synthetic()
    this.#closingReply(main, model)
    main.turnDuration(main.moment.at - startedAt)
    this.turns++
  }

  write(): void {
    const { random, plan } = this
    const moment: Moment = { at: plan.startedAt }
    const main = new LineWriter(random, this.text, { session: this.id, cwd: plan.cwd, agent: null }, moment)
    let model = random.pick(models)
    main.bare(JSON.stringify({ type: 'mode', mode: 'normal', sessionId: this.id }))
    const turns = Math.max(1, Math.round(plan.replies / 9))
    let subagents = plan.subagents
    for (let turn = 0; turn < turns; turn++) {
      if (random.chance(0.05)) model = random.pick(models)
      const share = Math.ceil(subagents / (turns - turn))
      subagents -= share
      this.#turn(main, model, Math.max(1, random.skewed(8, 40)), share)
    }
    if (random.chance(0.02)) {
      main.bare('{"type":"assistant","message":{"id":"msg_cut')
      this.broken++
    }
    main.bare(JSON.stringify({ type: 'ai-title', aiTitle: this.text(40), sessionId: this.id }))
    this.#finish(`${this.id}.jsonl`, main)
  }
}

/** Generates one session: its main file, its subagents' files and their expected figures. */
export const generateSession = (random: Random, text: TextSource, plan: SessionPlan): GeneratedSession => {
  const writer = new SessionWriter(random, text, random.uuid(), plan)
  writer.write()
  const { id, files, tokens, messages, turns, broken } = writer
  return { id, files, tokens, messages, turns, broken }
}

/**
 * Generates a fork of an ended session: the first lines of its main file under another session id, then new turns. The
 * repeated replies count in the parent.
 */
export const forkSession = (
  random: Random,
  text: TextSource,
  parent: GeneratedSession,
  plan: SessionPlan,
): GeneratedSession => {
  const original = parent.files.at(-1)
  const lines = original?.lines ?? []
  const startedAt = (original?.endedAt ?? plan.startedAt) + 3_600_000
  const fork = generateSession(random, text, { ...plan, startedAt })
  const copied = lines.slice(0, Math.ceil(lines.length * 0.6)).map((line) => line.replaceAll(parent.id, fork.id))
  const files = fork.files.map((file) =>
    file.path === `${fork.id}.jsonl` ? { ...file, lines: [...copied, ...file.lines] } : file,
  )
  return { ...fork, files }
}
