export const FAILURE = 1
export const USAGE = 2

/** An expected failure of a command: one line and an exit code. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode: number = FAILURE,
  ) {
    super(message)
  }
}
