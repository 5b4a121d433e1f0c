import type * as Effect from 'effect/Effect'
import type { Rejection } from '../../domain/rejection.js'

/** The dialogs of this machine's desktop in which a user chooses a file or a folder. */
export interface FileDialog {
  /** Waits until the user has chosen; null if they canceled. An interruption closes the dialog. */
  readonly choose: (
    kind: 'dir' | 'file',
    start: string | null,
  ) => Effect.Effect<string | null, Rejection<'ENODIALOG' | 'EDIALOG'>>
}
