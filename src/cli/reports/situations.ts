import type { Situation } from '../../domain/session/status.js'

/** The names of a session's situations, the same as in the dashboard. */
export const SITUATION_WORDS: Readonly<Record<Situation, string>> = {
  needs_you: 'waiting for you',
  failed: 'failed',
  working: 'working',
  your_turn: 'your turn',
  interrupted: 'interrupted',
  ready: 'ready',
  done: 'done',
  abandoned: 'abandoned',
}
