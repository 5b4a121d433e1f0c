import { watchCliStatus } from '../adapters/agent-cli/status-files.js'
import type { CliStatusWatch } from '../commands/ports/cli-status.js'
import { CliStatusFollower, type CliStatusParts } from '../commands/reactors/cli-status.js'

interface CliStatusReading extends Omit<CliStatusParts, 'onError'> {
  /** Claude Code's homes. */
  readonly homes: readonly string[]
  /** False when the agents' processes are not visible: the file of a killed process would count. */
  readonly liveness: boolean
  readonly complain: (line: string) => void
}

/** Records what running CLIs report about themselves, once the tables can be read. */
export const openCliStatus = ({ homes, liveness, complain, ...parts }: CliStatusReading, ready: Promise<void>) => {
  const follower = new CliStatusFollower({
    ...parts,
    onError: (error) => complain(`the status of a CLI could not be recorded: ${String(error)}`),
  })
  let watches: readonly CliStatusWatch[] = []
  let closed = false
  const watch = (): void => {
    if (!liveness || closed) return
    watches = homes.map((claudeHome) => watchCliStatus({ claudeHome, onStatus: (file) => follower.changed(file) }))
  }
  void ready.then(watch, () => undefined)
  return {
    close: (): void => {
      closed = true
      for (const { close } of watches) close()
      follower.close()
    },
  }
}
