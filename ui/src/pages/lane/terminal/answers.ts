import type { RouteAnswer } from '../../../../../src/http/contract/index.js'

/** What an agent asks on its screen. */
export type Prompt = NonNullable<RouteAnswer<'GET /api/lanes/:id/prompt'>['prompt']>
export type PromptOption = Prompt['options'][number]

/** Milliseconds that a prompt has to be shown before a key or a click answers it: it may have replaced another one just now. */
export const SEEN_MS = 400

/** The members of a keyboard event that decide whether it may answer. */
interface KeyPress {
  readonly key: string
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Whether a key is one that could answer, so that it must not do anything else while the card has the focus. */
export const isDigit = ({ key, ctrlKey, altKey, metaKey }: KeyPress): boolean =>
  /^\d$/.test(key) && !ctrlKey && !altKey && !metaKey

/**
 * Returns the option that a key chooses; undefined if the key must not act.
 * @param isSeen whether the prompt has been shown long enough
 */
export function chosenBy(press: KeyPress, prompt: Prompt, isSeen: boolean): PromptOption | undefined {
  if (!isDigit(press) || press.shiftKey || press.repeat || press.isComposing) return undefined
  if (!prompt.answerable || !isSeen) return undefined
  return prompt.options.find(({ number }) => number === press.key)
}
