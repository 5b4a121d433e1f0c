import { reject } from '../../domain/rejection.js'
import type { PanesError } from '../ports/panes.js'

/** Returns what a failure of tmux means for the user. */
export const refusalOf = (error: PanesError) =>
  reject(error._tag === 'TmuxMissing' ? 'ETMUXMISSING' : 'ETMUX', error.message)
