import * as Effect from 'effect/Effect'
import { iso } from '../../domain/time.js'
import { type LastCheck, type UpdateStatus, updateStatus } from '../../domain/updates/status.js'
import type { Serial } from '../kernel/serial.js'
import type { Clock } from '../ports/clock.js'
import { Releases } from '../ports/releases.js'

interface UpdateParts {
  readonly clock: Clock
  readonly serial: Serial
  readonly version: string
  /** False forbids all network requests for updates. */
  readonly enabled: boolean
  readonly tell: (status: UpdateStatus) => void
}

/** Returns the commands that check for a newer version. The network is used only on request. */
export const updateCommands = ({ clock, serial, version, enabled, tell }: UpdateParts) => {
  let last: LastCheck | null = null
  let checks = 0

  const status: Effect.Effect<UpdateStatus, never, Releases> = Effect.gen(function* () {
    const facts = yield* (yield* Releases).facts
    return updateStatus(facts, version, enabled, last)
  })

  const check = Effect.gen(function* () {
    const releases = yield* Releases
    const { clone } = yield* releases.facts
    if (enabled && clone?.remote != null) {
      const at = iso(clock.now())
      last = { at, error: yield* releases.fetch(clone.remote) }
    }
    const found = yield* status
    checks += 1
    tell(found)
    return found
  })

  return {
    /** Returns the status from local knowledge. */
    status,
    /** Fetches from the remote first. A check that waited for another one uses its result. */
    check: Effect.suspend(() => {
      const before = checks
      return serial.hold(
        { kind: 'repository', name: 'checkout of the service' },
        Effect.suspend(() => (checks > before ? status : check)),
      )
    }),
  }
}

export type UpdateCommands = ReturnType<typeof updateCommands>
