import type { PanePlace, PaneView } from '../../commands/ports/panes.js'
import { passThrough } from '../process/pass-through.js'
import { argumentsOf, attachHereCommands } from './argv.js'
import { placeOf } from './place.js'

// A surrounding tmux would refuse another one in it, and the service ignores another folder for sockets.
const WITHOUT = ['TMUX', 'TMUX_PANE', 'TMUX_TMPDIR'].flatMap((name) => ['-u', name])

/** Of the program `env`: the command does not exist. */
const NOT_FOUND = 127

/** Shows a pane in the terminal of this process, until it is detached or removed. */
export const attachHere = (
  dataDir: string,
  place: PanePlace,
  view: Pick<PaneView, 'readOnly'>,
): 'ended' | 'failed' | 'missing' => {
  const args = argumentsOf(placeOf(dataDir).socket, attachHereCommands(place, view))
  const code = passThrough('env', [...WITHOUT, 'tmux', ...args])
  if (code === NOT_FOUND) return 'missing'
  return code === 0 ? 'ended' : 'failed'
}
