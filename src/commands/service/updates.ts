import { iso } from '../../domain/time.js'
import { type LastCheck, type UpdateStatus, updateStatus } from '../../domain/updates/status.js'
import type { Clock } from '../ports/clock.js'
import type { ReleasesPort } from '../ports/releases.js'

interface UpdateParts {
  readonly releases: ReleasesPort
  readonly clock: Clock
  readonly version: string
  /** False forbids all network requests for updates. */
  readonly enabled: boolean
  readonly tell: (status: UpdateStatus) => void
}

/** Returns the commands that check for a newer version. The network is used only on request. */
export const updateCommands = ({ releases, clock, version, enabled, tell }: UpdateParts) => {
  let last: LastCheck | null = null
  let checking: Promise<UpdateStatus> | null = null

  const status = async (): Promise<UpdateStatus> => updateStatus(await releases.facts(), version, enabled, last)

  const check = async (): Promise<UpdateStatus> => {
    const { clone } = await releases.facts()
    if (enabled && clone?.remote != null) {
      last = { at: iso(clock.now()), error: await releases.fetch(clone.remote) }
    }
    const found = await status()
    tell(found)
    return found
  }

  return {
    /** Returns the status from local knowledge. */
    status,
    /** Fetches from the remote first. Concurrent checks share one request. */
    check: (): Promise<UpdateStatus> => {
      checking ??= check().finally(() => {
        checking = null
      })
      return checking
    },
  }
}

export type UpdateCommands = ReturnType<typeof updateCommands>
