import { config } from 'rxjs'

/** Reports errors of commit subscribers. An unhandled error in one would stop the service. */
export const hearFailingListeners = (complain: (line: string) => void): void => {
  config.onUnhandledError = (error: unknown) =>
    complain(`a commit listener failed: ${error instanceof Error ? error.stack : String(error)}`)
}
