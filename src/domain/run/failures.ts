/** No tmux is installed. */
export class TmuxMissing extends Error {
  readonly _tag = 'TmuxMissing'
  constructor() {
    super('tmux is not installed on this machine')
  }
}

/** tmux refused a command, or did not answer in time. The message is its own. */
export class TmuxFailed extends Error {
  readonly _tag = 'TmuxFailed'
}

/** Programs did not exit, not even when they were killed. */
export class StillRunning extends Error {
  readonly _tag = 'StillRunning'
  constructor(
    readonly pids: readonly number[],
    /** The ports that they listen on. */
    readonly ports: readonly number[] = [],
  ) {
    const held = ports.length === 0 ? '' : `; in use: port ${ports.join(', ')}`
    super(`${pids.length === 1 ? 'process' : 'processes'} ${pids.join(', ')} did not exit${held}`)
  }
}
