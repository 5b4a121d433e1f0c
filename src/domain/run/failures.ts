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

/** A program did not exit, not even when it was killed. */
export class StillRunning extends Error {
  readonly _tag = 'StillRunning'
  constructor(pid: number) {
    super(`process ${pid} did not exit`)
  }
}
