import type { Situation } from '../api/types.js'

/** The words for a session's situation. The service decides which one holds; nothing here derives it again. */
export const SITUATION_WORDS: Readonly<Record<Situation, string>> = {
  needs_you: 'Waiting for you',
  failed: 'Failed',
  working: 'Working',
  your_turn: 'Your turn',
  interrupted: 'Interrupted',
  ready: 'Ready',
  done: 'Done',
  abandoned: 'Abandoned',
}
