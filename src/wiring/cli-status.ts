import { watchCliStatus } from '../adapters/agent-cli/status-files.js'
import type { CliStatusWatch } from '../commands/ports/cli-status.js'
import { CliStatusFollower, type CliStatusParts } from '../commands/reactors/cli-status.js'

interface CliStatusReading extends Omit<CliStatusParts, 'onError'> {
  /** Returns Claude Code's homes. */
  readonly homes: () => readonly string[]
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
  const watches = new Map<string, CliStatusWatch>()
  let closed = false
  const watch = (): void => {
    if (!liveness || closed) return
    for (const claudeHome of homes()) {
      if (watches.has(claudeHome)) continue
      watches.set(claudeHome, watchCliStatus({ claudeHome, onStatus: (file) => follower.changed(file) }))
    }
  }
  void ready.then(watch, () => undefined)
  // The agents of a new user have a home of their own.
  const added = parts.committer.committed.subscribe(({ events }) => {
    if (events.some(({ type }) => type === 'user-created')) void ready.then(watch, () => undefined)
  })
  return {
    close: (): void => {
      closed = true
      added.unsubscribe()
      for (const { close } of watches.values()) close()
      follower.close()
    },
  }
}
