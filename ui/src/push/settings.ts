import { choiceIn, type NotifyChoice } from './choice.js'

const KEY = 'switchyard.notify'

let held: NotifyChoice | undefined
const listeners = new Set<() => void>()

/** Returns what this browser is notified of. */
export function notifyChoice(): NotifyChoice {
  held ??= choiceIn(localStorage.getItem(KEY))
  return held
}

export function setNotifyChoice(choice: NotifyChoice): void {
  held = choice
  localStorage.setItem(KEY, JSON.stringify(choice))
  for (const listener of listeners) listener()
}

export function onNotifyChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
