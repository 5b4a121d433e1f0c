/** A request that did not succeed. `status` 0 means that the service was not reached at all. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly code: string | undefined,
    message: string,
    /** The member of the body that is wrong. */
    readonly field?: string,
    /** All that the refusal tells. */
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.name = 'Failure'
  }
}

/** What went wrong and what to do next, in the reader's words. */
export function advice(error: unknown): string {
  if (!(error instanceof Failure))
    return 'The page made a mistake. Reload it; if it comes back, report it with what you did.'
  if (error.status === 0)
    return 'The service does not answer. Start it with "switchyard start"; this page continues by itself.'
  if (error.status === 401) return 'The service asks for its access token.'
  if (error.status === 403)
    return `The service refused this page: ${error.message} Open it at the address the service printed.`
  if (error.status === 404) return 'It is not here any more. It may have been deleted.'
  if (error.status >= 500) return 'The service failed on this request. Its terminal shows why; try again in a moment.'
  return error.message
}
