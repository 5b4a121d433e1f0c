import type { Ask } from '../../api/types.js'

export type AskOption = Ask['options'][number]

/** Milliseconds that an ask has to be shown before a key or a click answers it: it may have replaced another one just now. */
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
 * @param isSeen whether the ask has been shown long enough
 */
export function chosenBy(
  press: KeyPress,
  ask: Pick<Ask, 'answerable' | 'options'>,
  isSeen: boolean,
): AskOption | undefined {
  if (!isDigit(press) || press.shiftKey || press.repeat || press.isComposing) return undefined
  if (!ask.answerable || !isSeen) return undefined
  return ask.options.find(({ key }) => key === press.key)
}
