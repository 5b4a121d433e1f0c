import type * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import type { PanePlace, PanesError, PaneView, PaneViewer } from '../../commands/ports/panes.js'

/** The tmux server that panes are in, and the environment of its clients. */
export interface TmuxServer {
  readonly socket: string
  readonly env: Readonly<Record<string, string>>
}

/** A way to show a pane. */
export type OpenViewer = (
  server: TmuxServer,
  place: PanePlace,
  view: PaneView,
  onOutput: (bytes: Uint8Array) => void,
) => Effect.Effect<Omit<PaneViewer, 'paste'>, PanesError, Scope.Scope>
