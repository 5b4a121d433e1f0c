import { iso } from '../domain/time.js'
import { type LastCheck, type UpdateStatus, updateStatus } from '../domain/updates/status.js'
import type { Clock } from './ports/clock.js'
import type { ReleasesPort } from './ports/releases.js'

interface UpdateParts {
  readonly releases: ReleasesPort
  readonly clock: Clock
  readonly version: string
  /** Off: nobody ever asks the network, whoever wants it. */
  readonly enabled: boolean
  readonly tell: (status: UpdateStatus) => void
}

/** Whether there is something newer. The network is asked when somebody asks for it, never before. */
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
    /** From what this copy knows. */
    status,
    /** Asks the remote first; one question at a time. */
    check: (): Promise<UpdateStatus> => {
      checking ??= check().finally(() => {
        checking = null
      })
      return checking
    },
  }
}

export type UpdateCommands = ReturnType<typeof updateCommands>
