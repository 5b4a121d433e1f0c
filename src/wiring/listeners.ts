import { config } from 'rxjs'

/** Gives those who listen to commits a place to complain: one that fails in there would else end the service. */
export const hearFailingListeners = (complain: (line: string) => void): void => {
  config.onUnhandledError = (error: unknown) =>
    complain(`a commit could not be followed: ${error instanceof Error ? error.stack : String(error)}`)
}
