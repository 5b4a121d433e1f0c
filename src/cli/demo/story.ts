import type { Provider } from '../../domain/tools/catalog.js'

/** One step of an invented agent. */
export type Step = Says | Calls | Looks | Delegates | Breaks

interface Says {
  readonly does: 'say'
  readonly text: string
}

export interface Calls {
  readonly does: 'call'
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: string
  readonly failed: boolean
  /** Seconds until a permission request is granted; 0 when none is needed. */
  readonly asks: number
}

/** Reads and searches, as agents do before they act. */
interface Looks {
  readonly does: 'look'
  readonly times: number
}

/** Delegates parts of the work to subagents that run in parallel. */
interface Delegates {
  readonly does: 'delegate'
  readonly parts: readonly Part[]
}

export interface Part {
  readonly type: string
  readonly description: string
  readonly prompt: string
  readonly steps: readonly Step[]
  readonly answer: string
}

/** The model is unreachable: the turn ends with an error. */
interface Breaks {
  readonly does: 'break'
  readonly error: string
  readonly kind: string
}

export interface Turn {
  readonly prompt: string
  readonly steps: readonly Step[]
  /** The final reply of the turn; null when it failed. */
  readonly reply: string | null
  /** Seconds until the next prompt, or until the session is closed. */
  readonly rests: number
}

export interface Project {
  readonly cwd: string
  readonly files: readonly [string, ...string[]]
}

/** One session from its first prompt to its end. */
export interface Story {
  readonly provider: Provider
  readonly model: string
  readonly project: Project
  readonly branch: string
  readonly title: string
  readonly turns: readonly Turn[]
}

export const say = (text: string): Says => ({ does: 'say', text })
export const look = (times: number): Looks => ({ does: 'look', times })
export const delegate = (...parts: readonly Part[]): Delegates => ({ does: 'delegate', parts })
export const breaks = (error: string, kind: string): Breaks => ({ does: 'break', error, kind })

const call = (tool: string, input: Calls['input'], output: string, more: Partial<Calls> = {}): Calls => ({
  does: 'call',
  tool,
  input,
  output,
  failed: false,
  asks: 0,
  ...more,
})

export const run = (command: string, output: string, more: Partial<Calls> = {}): Calls =>
  call('Bash', { command }, output, more)
export const failing = (command: string, output: string): Calls => run(command, output, { failed: true })
export const edit = (file_path: string, old_string: string, new_string: string): Calls =>
  call('Edit', { file_path, old_string, new_string }, `The file ${file_path} has been updated.`)
export const write = (file_path: string, content: string): Calls =>
  call('Write', { file_path, content }, `File created successfully at: ${file_path}`)
export const web = (url: string, prompt: string, output: string): Calls => call('WebFetch', { url, prompt }, output)

/** Returns a question to the user; after `seconds` it is answered with the first option. */
export const choose = (question: string, options: readonly [string, ...string[]], seconds: number): Calls =>
  call(
    'AskUserQuestion',
    { questions: [{ question, header: 'Choice', options: options.map((label) => ({ label })) }] },
    `User has answered your questions: "${question}"="${options[0]}".`,
    { asks: seconds },
  )

export const turn = (prompt: string, steps: readonly Step[], reply: string | null, rests = 60): Turn => ({
  prompt,
  steps,
  reply,
  rests,
})
