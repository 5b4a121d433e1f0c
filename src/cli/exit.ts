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

/** What a service refused, with its code, for scripts that tell refusals apart. */
export class Refusal extends Failure {
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
  }
}
