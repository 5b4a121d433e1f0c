import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type * as Scope from 'effect/Scope'
import type { StillRunning, TmuxFailed, TmuxMissing } from '../../domain/run/failures.js'
import type { Screen } from '../../domain/run/screen.js'
import type { Instant } from '../../domain/time.js'

/** Where a pane is: a slot of a lane. */
export interface PanePlace {
  readonly lane: number
  readonly slot: number
}

export interface PaneStart extends PanePlace {
  readonly run: string
  /** The id of the tool; null for a plain shell. */
  readonly tool: string | null
  /** The program and its arguments. No shell reads them; other users of the machine can. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment, to which tmux adds its terminal. Only programs in the pane can read it. */
  readonly env: Readonly<Record<string, string>>
}

/** How the program of a pane ended. */
export interface PaneEnd {
  readonly run: string
  /** Null when a signal killed it. */
  readonly code: number | null
  readonly signal: string | null
  readonly at: Instant
}

/** A pane that the service started. It is kept when its program ends, with its last screen, until the slot is used again. */
export interface Pane extends PanePlace {
  readonly run: string
  readonly tool: string | null
  readonly pid: number
  /** Null while its program runs. */
  readonly end: PaneEnd | null
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly cols: number
  readonly rows: number
}

export interface PaneView extends TerminalSize {
  /** Its input is dropped, and its size has no effect on the pane. */
  readonly readOnly: boolean
}

/** A terminal that shows a pane. Calls after tmux has closed it have no effect. */
export interface PaneViewer {
  /** Types bytes into the pane. */
  readonly type: (input: Uint8Array) => void
  /** Pastes a text into the pane, marked as a paste if its program wants that. */
  readonly paste: (text: string) => Effect.Effect<unknown, PanesError>
  /** Shows the newest lines of a pane that is scrolled back. */
  readonly newest: () => void
  readonly resize: (size: TerminalSize) => void
  /** Stops its output until `resume`. The pane continues: what is overwritten meanwhile is not sent later. */
  readonly pause: () => void
  readonly resume: () => void
  /** Waits until tmux has closed it: its pane was removed, or the server ended. */
  readonly closed: Effect.Effect<void>
}

/** What a pane showed at one moment. */
export interface PaneLook {
  readonly screen: Screen
  /** Where its cursor is, and how far it has scrolled. */
  readonly cursor: string
}

/** What must not have changed when a key is pressed. */
export interface PaneSeen {
  readonly look: PaneLook
  /** Lines of the screen, from 0. */
  readonly rows: readonly number[]
}

export type PaneKey = 'Enter' | 'BSpace' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

export type PanesError = TmuxMissing | TmuxFailed

/** The panes of the lanes. They are in a tmux server of their own, which outlives the service. */
export interface PanesPort {
  /** Returns the panes that the service started; none if its tmux server does not run. */
  readonly list: Effect.Effect<readonly Pane[], PanesError>
  /** Starts a program in a slot. A pane that is left there from an earlier program is removed; a running one fails. */
  readonly start: (start: PaneStart) => Effect.Effect<Pane, PanesError>
  /** Returns what the pane of a run shows now. Null if the slot has the pane of another run. */
  readonly look: (place: PanePlace, run: string) => Effect.Effect<PaneLook | null, PanesError>
  /**
   * Whether the program of a pane reads whole lines, which its terminal edits and shows. Agents draw their input line themselves; a
   * script may not. False if that cannot be determined.
   */
  readonly readsLines: (place: PanePlace) => Effect.Effect<boolean, PanesError>
  /** Pastes a text as one message, without Enter. Its program must be ready for a prompt. Returns false if it has ended. */
  readonly paste: (place: PanePlace, text: string) => Effect.Effect<boolean, PanesError>
  /**
   * Presses a key if the pane still looks like this: the cursor and the named lines are where they were. tmux compares and presses
   * in one step. Returns false if it has changed.
   */
  readonly press: (place: PanePlace, key: PaneKey, seen: PaneSeen) => Effect.Effect<boolean, PanesError>
  /** Shows a pane until the scope closes. Several terminals can show one; the one that was used last sets its size. */
  readonly view: (
    place: PanePlace,
    view: PaneView,
    onOutput: (bytes: Uint8Array) => void,
  ) => Effect.Effect<PaneViewer, PanesError, Scope.Scope>
  /**
   * Ends the programs in these places and removes their panes: interrupts them twice, then stops them, and finally kills them. So
   * ends what these runs left behind, also without a pane and without tmux.
   */
  readonly stop: (
    places: readonly PanePlace[],
    runs: readonly string[],
  ) => Effect.Effect<void, PanesError | StillRunning>
  /** Whether the program of a run is alive, whether it has a pane or not. False where that cannot be seen. */
  readonly isAlive: (place: PanePlace, run: string, pid: number) => Effect.Effect<boolean>
  /** Returns the ends that tmux recorded and nobody has settled, also those from before the service started. */
  readonly ends: Effect.Effect<readonly PaneEnd[]>
  /** Writes a prompt that is too long for an argument to a file that only this user can read. Returns its path. */
  readonly writePrompt: (run: string, prompt: string) => Effect.Effect<string, TmuxFailed>
  /** Writes settings of a run to a file that only this user can read. Returns its path. */
  readonly writeSettings: (run: string, settings: string) => Effect.Effect<string, TmuxFailed>
  /** Removes what is kept of a run that has ended: the record of its end, its prompt and its settings. */
  readonly settle: (run: string) => Effect.Effect<void>
  /** Waits until tmux records the end of a program. */
  readonly nextEnd: Effect.Effect<void>
}

export class Panes extends Context.Tag('Panes')<Panes, PanesPort>() {}
