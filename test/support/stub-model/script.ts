/**
 * The script of a stubbed model rides in the user's prompt, as a JSON array behind `@@`: one entry for each reply. A
 * subagent's script is part of the prompt that its Agent call carries, escaped inside the JSON. Past the end of a script
 * the reply is "done", without one it is "ok".
 */
export interface ToolCall {
  readonly tool: string
  readonly input?: object
}

/** Token counts in the words of the API that is asked. */
export type UsageOverride = Readonly<Record<string, unknown>>

export interface Step extends Partial<ToolCall> {
  readonly text?: string
  readonly thinking?: string
  /** Several calls in one reply. */
  readonly tools?: readonly ToolCall[]
  /** An HTTP error instead of a reply; given once unless `forever`. */
  readonly error?: number
  readonly forever?: boolean
  /** Milliseconds before the answer begins. */
  readonly delay?: number
  readonly usage?: UsageOverride
}

/** A message of the conversation so far. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly text: string
}

/** A prompt that carries a script. */
export const scripted = (words: string, steps: readonly Step[]): string => `${words} @@${JSON.stringify(steps)}`

/** A call of the tool that starts a subagent, with the subagent's own script. */
export const subagent = (type: string, description: string, steps: readonly Step[]): ToolCall => ({
  tool: 'Agent',
  input: { subagent_type: type, description, prompt: scripted(description, steps) },
})

/** Where the JSON array that begins at `open` ends; -1 when it does not. Strings may hold brackets, and scripts. */
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

/** The last script of a text: the CLIs merge neighbouring user messages into one. */
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

/** Follows the scripts of all conversations. An error leaves no trace in a conversation, so those given are counted here. */
export class Prompter {
  readonly #errorsGiven = new Map<string, number>()

  /** The reply to give now: the script's step after as many replies as the conversation holds since the script came. */
  next(turns: readonly Turn[]): Step {
    const start = turns.findLastIndex((turn) => turn.role === 'user' && scriptIn(turn.text) !== null)
    const prompt = turns[start]?.text ?? ''
    const steps = scriptIn(prompt)
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

/** The tool calls of one reply. */
export const callsOf = (step: Step): readonly ToolCall[] =>
  step.tools ?? (step.tool === undefined ? [] : [{ tool: step.tool, ...(step.input && { input: step.input }) }])
