import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { reject } from '../../domain/rejection.js'
import type { FileDialog } from '../ports/file-dialog.js'
import { isPath } from './path.js'

/** Returns the command that lets a user choose a path in a dialog of the desktop (supplement-server 21.3). */
export const pickPathCommand = (dialog: FileDialog) => {
  let isOpen = false
  const opening = Effect.suspend(() => {
    if (isOpen) return Effect.fail(reject('EBUSY', 'a dialog is already open'))
    isOpen = true
    return Effect.void
  })
  const closed = Effect.sync(() => {
    isOpen = false
  })

  /**
   * Waits until the user has chosen; null if they canceled.
   * @param isHere whether the request comes from this machine: the dialog opens on its screen
   */
  return (input: { readonly kind?: unknown; readonly start?: unknown }, isHere: boolean, { principal }: Caller) =>
    Effect.gen(function* () {
      if (!isHere)
        return yield* Effect.fail(reject('EREMOTE', 'the dialog would open on the screen of the service, not on yours'))
      if (principal.role !== 'admin' || principal.kind === 'pane')
        return yield* Effect.fail(reject('EFOLDER', 'this dialog shows all folders of the machine'))
      const { kind = 'dir', start = null } = input
      if (kind !== 'dir' && kind !== 'file')
        return yield* Effect.fail(reject('INVALID_INPUT', 'kind: must be dir or file', { fields: { field: 'kind' } }))
      return yield* Effect.acquireUseRelease(
        opening,
        () => Effect.interruptible(dialog.choose(kind, isPath(start) ? start : null)),
        () => closed,
      )
    })
}

export type PickPathCommand = ReturnType<typeof pickPathCommand>
