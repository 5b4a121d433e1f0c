import { readFileSync } from 'node:fs'

/**
 * The script of the stub model is part of the user's prompt: a JSON array after `@@` with one entry for each reply. A
 * subagent's script is in the prompt of its Agent call, escaped inside the JSON. After the end of a script the reply is
 * "done"; without a script it is "ok".
 */
export interface ToolCall {
  readonly tool: string
  readonly input?: object
}

/** Token counts with the field names of the requested API. */
export type UsageOverride = Readonly<Record<string, unknown>>

export interface Step extends Partial<ToolCall> {
  readonly text?: string
  readonly thinking?: string
  /** Several calls in one reply. */
  readonly tools?: readonly ToolCall[]
  /** An HTTP error instead of a reply; given once unless `forever`. */
  readonly error?: number
  readonly forever?: boolean
  /** Milliseconds before the response starts. */
  readonly delay?: number
  readonly usage?: UsageOverride
}

/** A message of the conversation so far. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** Returns a prompt with a script. */
export const scripted = (words: string, steps: readonly Step[]): string => `${words} @@${JSON.stringify(steps)}`

/** Returns a call of the Agent tool, with the subagent's script. New versions start it in the background unless told otherwise. */
export const subagent = (type: string, description: string, steps: readonly Step[]): ToolCall => ({
  tool: 'Agent',
  input: { subagent_type: type, description, prompt: scripted(description, steps), run_in_background: false },
})

/** Returns the end of the JSON array that starts at `open`, or -1. Strings may contain brackets and scripts. */
const endOfArray = (text: string, open: number): number => {
  let depth = 0
  let quoted = false
  for (let at = open; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at++
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '[' || char === '{') depth++
    else if ((char === ']' || char === '}') && --depth === 0) return at + 1
  }
  return -1
}

const parsedSteps = (json: string): readonly Step[] | null => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Returns the last script in a text, because the CLIs merge adjacent user messages. */
export const scriptIn = (text: string): readonly Step[] | null => {
  let found: readonly Step[] | null = null
  let from = text.indexOf('@@[')
  while (from >= 0) {
    const end = endOfArray(text, from + 2)
    if (end < 0) return found
    const steps = parsedSteps(text.slice(from + 2, end))
    found = steps ?? found
    from = text.indexOf('@@[', steps === null ? from + 3 : end)
  }
  return found
}

/** The service passes a long prompt in a file. */
const PROMPT_FILE = /Read the file (\S+)\. It is the prompt/

/** Returns the script of a user's message. One in a file follows the call that reads the file, as a model would do. */
const scriptOf = (text: string, read: (path: string) => ToolCall): readonly Step[] | null => {
  const path = PROMPT_FILE.exec(text)?.[1]
  if (path === undefined) return scriptIn(text)
  return [read(path), ...(scriptIn(readFileSync(path, 'utf8')) ?? [{ text: 'ok' }])]
}

const byClaude = (path: string): ToolCall => ({ tool: 'Read', input: { file_path: path, limit: 20 } })
export const byCodex = (path: string): ToolCall => ({ tool: 'exec_command', input: { cmd: `wc -c '${path}'` } })

/** Tracks the scripts of all conversations. Counts the errors sent, because a conversation does not contain them. */
export class Prompter {
  readonly #errorsGiven = new Map<string, number>()

  /** Returns the next step: the index is the number of replies in the conversation since the script's prompt. */
  next(turns: readonly Turn[], read = byClaude): Step {
    const start = turns.findLastIndex((turn) => turn.role === 'user' && scriptOf(turn.text, read) !== null)
    const prompt = turns[start]?.text ?? ''
    const steps = scriptOf(prompt, read)
    if (steps === null) return { text: 'ok' }
    const replies = turns.slice(start).filter((turn) => turn.role === 'assistant').length
    const step = this.#stepAfter(steps, replies, this.#errorsGiven.get(prompt) ?? 0)
    if (step.error !== undefined && step.forever !== true) {
      this.#errorsGiven.set(prompt, (this.#errorsGiven.get(prompt) ?? 0) + 1)
    }
    return step
  }

  #stepAfter(steps: readonly Step[], replies: number, errors: number): Step {
    let repliesLeft = replies
    let errorsLeft = errors
    const step = steps.find((candidate) => (candidate.error === undefined ? repliesLeft-- : errorsLeft--) <= 0)
    return step ?? { text: 'done' }
  }
}

/** Returns the tool calls of one reply. */
export const callsOf = (step: Step): readonly ToolCall[] =>
  step.tools ?? (step.tool === undefined ? [] : [{ tool: step.tool, ...(step.input && { input: step.input }) }])
