/** Says that a program is missing, and where it was searched. */
export const missing = (binary: string, searched: string): string =>
  `${binary} was not found: install it, or add its folder to the PATH of the service. Searched: ${searched || 'nothing'}`

/** The program of an agent is missing. */
export class AgentMissing extends Error {
  readonly _tag = 'AgentMissing'
  constructor(binary: string, searched: string) {
    super(missing(binary, searched))
  }
}

/** An agent failed, or did not answer in time. The message contains the end of what it printed. */
export class AgentFailed extends Error {
  readonly _tag = 'AgentFailed'
}
