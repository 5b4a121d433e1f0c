/** The program of an agent is not on the PATH. */
export class AgentMissing extends Error {
  readonly _tag = 'AgentMissing'
  constructor(binary: string) {
    super(`${binary} is not on the PATH of the service`)
  }
}

/** An agent failed, or did not answer in time. The message contains the end of what it printed. */
export class AgentFailed extends Error {
  readonly _tag = 'AgentFailed'
}
