import type { Random } from '../../../src/cli/demo/random.js'
import type { TextSource } from './text.js'
import type { Tokens } from './truth.js'

/** Fields shared by all lines of one transcript file. */
export interface FileContext {
  readonly session: string
  readonly cwd: string
  readonly agent: string | null
}

/** The current time of one file, in milliseconds since the epoch. */
export interface Moment {
  at: number
}

/** Writes the lines of one file in the format of Claude Code 2.1, each linked to the previous line. */
export class LineWriter {
  readonly lines: string[] = []
  #parent: string | null = null

  constructor(
    readonly random: Random,
    readonly text: TextSource,
    readonly context: FileContext,
    readonly moment: Moment,
  ) {}

  #add(fields: object): void {
    const { session, cwd, agent } = this.context
    const uuid = this.random.uuid()
    this.moment.at += this.random.skewed(900, 60_000)
    this.lines.push(
      JSON.stringify({
        parentUuid: this.#parent,
        isSidechain: agent !== null,
        ...(agent !== null && { agentId: agent }),
        userType: 'external',
        cwd,
        sessionId: session,
        version: '2.1.197',
        gitBranch: 'main',
        ...fields,
        uuid,
        timestamp: new Date(this.moment.at).toISOString(),
      }),
    )
    this.#parent = uuid
  }

  /** Writes a line unchanged, for types that are not part of the conversation. */
  bare(line: string): void {
    this.lines.push(line)
  }

  prompt(text: string): void {
    this.#add({ type: 'user', message: { role: 'user', content: text }, promptId: this.random.uuid() })
  }

  toolResult(id: string, failed: boolean, extra: object = {}): void {
    const content = this.text(this.random.skewed(520, 120_000))
    const block = { tool_use_id: id, type: 'tool_result', content, is_error: failed }
    const toolUseResult = failed ? `Error: ${content}` : { stdout: content, stderr: '', interrupted: false, ...extra }
    this.#add({ type: 'user', message: { role: 'user', content: [block] }, toolUseResult })
  }

  /** Writes one reply: a line for each block with the same id and usage; only the last has the full output count. */
  reply(model: string, blocks: readonly object[], usage: Tokens): void {
    const id = `msg_01${this.random.hex(22)}`
    const requestId = `req_011${this.random.hex(21)}`
    for (const [index, block] of blocks.entries()) {
      const isLast = index === blocks.length - 1
      const output = isLast ? usage.output : Math.min(usage.output, this.random.int(1, 8))
      this.#add({
        type: 'assistant',
        requestId,
        message: {
          model,
          id,
          type: 'message',
          role: 'assistant',
          content: [block],
          stop_reason: isLast ? 'end_turn' : null,
          stop_sequence: null,
          usage: {
            input_tokens: usage.input,
            cache_creation_input_tokens: usage.cacheWrite,
            cache_read_input_tokens: usage.cacheRead,
            cache_creation: {
              ephemeral_5m_input_tokens: usage.cacheWrite - usage.cacheWrite1h,
              ephemeral_1h_input_tokens: usage.cacheWrite1h,
            },
            output_tokens: output,
            service_tier: 'standard',
            inference_geo: 'not_available',
          },
        },
      })
    }
  }

  /** Writes a synthetic reply, which the CLI creates after an API error. It costs nothing. */
  synthetic(): void {
    const message = {
      id: this.random.uuid(),
      model: '<synthetic>',
      role: 'assistant',
      type: 'message',
      content: [{ type: 'text', text: 'API Error: 529 overloaded' }],
      stop_reason: 'stop_sequence',
      usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    }
    this.#add({ type: 'assistant', isApiErrorMessage: true, message })
  }

  turnDuration(durationMs: number): void {
    this.#add({ type: 'system', subtype: 'turn_duration', durationMs, isMeta: false })
  }
}
