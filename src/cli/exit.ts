export const FAILURE = 1
export const USAGE = 2

/** An expected end of a command that is not success: one line, and its exit code. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode: number = FAILURE,
  ) {
    super(message)
  }
}
