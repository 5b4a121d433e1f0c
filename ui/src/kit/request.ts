import { isRecord } from './tool-argument.js'
import { within } from './within.js'

interface Option {
  readonly label: string
  readonly description: string
}

export interface AskedQuestion {
  readonly question: string
  readonly options: readonly Option[]
  /** Several options may be chosen. */
  readonly isMultiple: boolean
}

/** What an agent waits for, in full. */
export interface Request {
  readonly questions: readonly AskedQuestion[]
  /** The whole command, with its line breaks. */
  readonly command: string | undefined
  /** The file, relative to the session's directory. */
  readonly path: string | undefined
}

const MOST_QUESTIONS = 8
const MOST_OPTIONS = 20

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const recordsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/** Reads the input of the tool call that waits for the user; undefined if it says no more than the headline. */
export function requestOf(input: unknown, directory: string | null): Request | undefined {
  if (!isRecord(input)) return undefined
  const questions = recordsOf(input['questions'])
    .slice(0, MOST_QUESTIONS)
    .map((asked) => ({
      question: textOf(asked['question']),
      options: recordsOf(asked['options'])
        .slice(0, MOST_OPTIONS)
        .map((option) => ({ label: textOf(option['label']), description: textOf(option['description']) })),
      isMultiple: asked['multiSelect'] === true,
    }))
  const given = input['command']
  const command = Array.isArray(given) ? given.filter((part) => typeof part === 'string').join(' ') : textOf(given)
  const path = [input['file_path'], input['notebook_path'], input['path']].map(textOf).find((one) => one !== '')
  if (questions.length === 0 && command === '' && path === undefined) return undefined
  return {
    questions,
    command: command === '' ? undefined : command,
    path: path === undefined ? undefined : within(directory, path),
  }
}

/** The input of the tool call in the data of an event. */
export function inputInEvent(data: string | null): unknown {
  if (data === null) return undefined
  try {
    const parsed: unknown = JSON.parse(data)
    return isRecord(parsed) ? parsed['tool_input'] : undefined
  } catch {
    return undefined
  }
}
