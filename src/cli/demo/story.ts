import type { Provider } from '../../domain/tools/catalog.js'
import type { Project } from './project.js'

/** One step of an invented agent. */
export type Step = Says | Calls | Reads | Delegates | Compacts | Breaks

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
interface Reads {
  readonly does: 'read'
  readonly times: number
}

/** Replaces the older part of the context by a summary. */
interface Compacts {
  readonly does: 'compact'
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

/** The model cannot be reached: the turn ends with an error. */
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

/** One session from its first prompt to its end. */
export interface Story {
  readonly provider: Provider
  readonly model: string
  readonly project: Project
  readonly branch: string
  readonly title: string
  readonly turns: readonly Turn[]
}

/** A story that ended before the demo started. */
export interface PastStory extends Story {
  /** Hours between the start of the story and the start of the demo. */
  readonly hoursAgo: number
  readonly pinned?: boolean
  readonly tags?: readonly string[]
  readonly note?: string
}

export const say = (text: string): Says => ({ does: 'say', text })
export const read = (times: number): Reads => ({ does: 'read', times })
export const delegate = (...parts: readonly Part[]): Delegates => ({ does: 'delegate', parts })
export const compact: Compacts = { does: 'compact' }
export const breaks = (error: string, kind: string): Breaks => ({ does: 'break', error, kind })

export const call = (tool: string, input: Calls['input'], output: string, more: Partial<Calls> = {}): Calls => ({
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

/** Replaces text in a file. The path is relative to the project. */
export const edit = (file_path: string, old_string: string, new_string: string): Calls =>
  call('Edit', { file_path, old_string, new_string }, `The file ${file_path} has been updated.`)
/** Creates a file. The path is relative to the project. */
export const write = (file_path: string, content: string, more: Partial<Calls> = {}): Calls =>
  call('Write', { file_path, content }, `File created successfully at: ${file_path}`, more)
/** Replaces lines of a file the way Codex does. */
export const patch = (path: string, removed: readonly string[], added: readonly string[]): Calls => {
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)]
  const text = ['*** Begin Patch', `*** Update File: ${path}`, '@@', ...lines, '*** End Patch'].join('\n')
  return run(`apply_patch <<'PATCH'\n${text}\nPATCH`, `Success. Updated the following files:\nM ${path}`)
}
export const web = (url: string, prompt: string, output: string): Calls => call('WebFetch', { url, prompt }, output)
export const skill = (name: string): Calls => call('Skill', { skill: name }, `Launching skill: ${name}`)

/** Writes a plan of which the first `done` items are completed and the next one is in progress. */
export const plan = (done: number, items: readonly string[]): Calls =>
  call(
    'TodoWrite',
    {
      todos: items.map((content, index) => ({
        content,
        status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
        activeForm: content,
      })),
    },
    'Todos have been modified successfully.',
  )

interface Question {
  readonly header: string
  readonly question: string
  /** Label and description. The first option is chosen. */
  readonly options: readonly [readonly [string, string], ...(readonly [string, string])[]]
}

/** Returns a question to the user, which is answered after `seconds`. */
export const ask = ({ header, question, options }: Question, seconds: number): Calls =>
  call(
    'AskUserQuestion',
    {
      questions: [
        {
          question,
          header,
          multiSelect: false,
          options: options.map(([label, description]) => ({ label, description })),
        },
      ],
    },
    `User has answered your questions: "${question}"="${options[0][0]}". You can now continue with the user's answers in mind.`,
    { asks: seconds },
  )

export const turn = (prompt: string, steps: readonly Step[], reply: string | null, rests = 60): Turn => ({
  prompt,
  steps,
  reply,
  rests,
})
