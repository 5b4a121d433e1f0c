import { watchCliStatus } from '../adapters/agent-cli/status-files.js'
import { CliStatusFollower, type CliStatusParts } from '../commands/reactors/cli-status.js'

interface CliStatusReading extends Omit<CliStatusParts, 'onError'> {
  readonly claudeHome: string
  /** False when the agents' processes are not visible: the file of a killed process would count. */
  readonly liveness: boolean
  readonly complain: (line: string) => void
}

/** Records what running CLIs report about themselves, once the tables can be read. */
export const openCliStatus = ({ claudeHome, liveness, complain, ...parts }: CliStatusReading, ready: Promise<void>) => {
  const follower = new CliStatusFollower({
    ...parts,
    onError: (error) => complain(`the status of a CLI could not be recorded: ${String(error)}`),
  })
  let close = (): void => undefined
  let closed = false
  const watch = (): void => {
    if (liveness && !closed) ({ close } = watchCliStatus({ claudeHome, onStatus: (file) => follower.changed(file) }))
  }
  void ready.then(watch, () => undefined)
  return {
    close: (): void => {
      closed = true
      close()
      follower.close()
    },
  }
}
