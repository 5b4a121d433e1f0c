import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { drawn, type InputLine, showsText } from './input-line.js'
import { readTyped } from './message.js'
import type { Prompt } from './prompt.js'
import { SLOTS } from './run.js'

/** What the user chose of a prompt that they saw. */
export interface PromptAnswer {
  /** Of the prompt that they saw. */
  readonly digest: string
  /** The number of the option, as the agent shows it. */
  readonly option: string
  readonly text: string | undefined
}

export interface AnswerInput {
  readonly digest?: unknown
  readonly option?: unknown
  readonly text?: unknown
}

type Code = 'EBADMESSAGE' | 'INVALID_INPUT'

const wrong = <C extends Code | 'EBADSLOT'>(
  code: C,
  field: string,
  should: string,
): Either.Either<never, Rejection<C>> => Either.left(reject(code, `${field}: ${should}`, { fields: { field } }))

/** Reads a slot that has to be named. */
export const readSlot = (value: unknown): Either.Either<number, Rejection<'EBADSLOT'>> => {
  const slot = SLOTS.find((one) => one === value)
  return slot === undefined ? wrong('EBADSLOT', 'slot', 'must be 0 to 9') : Either.right(slot)
}

/** Reads an answer to the prompt of an agent. */
export const readAnswer = ({ digest, option, text }: AnswerInput): Either.Either<PromptAnswer, Rejection<Code>> =>
  Either.gen(function* () {
    if (typeof digest !== 'string' || digest === '') return yield* wrong('INVALID_INPUT', 'digest', 'is missing')
    if (typeof option !== 'string' || !/^[1-9]$/.test(option))
      return yield* wrong('INVALID_INPUT', 'option', 'must be the number of an option, 1 to 9')
    const typed = text === undefined || text === null ? undefined : yield* readTyped('text', text)
    return { digest, option, text: typed }
  })

/** Without line breaks: they are in other places after the pane has got another width. */
const unbroken = (...texts: readonly string[]): string => texts.join(' ').replace(/\s+/g, '')

/** Returns what identifies a prompt: all that it says, without its cursor, at any width of the pane. */
export const promptIdentity = (run: string, { kind, text, options }: Prompt): string =>
  JSON.stringify([
    run,
    kind,
    unbroken(text),
    options.map(({ number, label, description }) => [number, unbroken(label, description)]),
  ])

/** Whether an option is a box that its number checks, so that Enter would take the check back. */
export const isCheckbox = (label: string): boolean => /^\[.?\]/.test(label)

/** Whether the field of an option shows a text, and the cursor is in it. */
export const fieldShows = ({ options, cursor }: Prompt, at: number, text: string): boolean => {
  const { label, description } = options[at] ?? { label: '', description: '' }
  const shown = `${label}${description}`
  return cursor === at && (drawn(label) === drawn(text) || showsText({ row: 0, text: shown } satisfies InputLine, text))
}
