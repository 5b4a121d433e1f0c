/** A service of a stack: a process that `boot` started. */
export interface ServiceProcess {
  readonly name: string
  readonly pid: number
  /** When it started, in the form of the system. Another process with its id has another mark. */
  readonly mark: string
}

/** Why a stack is not healthy. The message is for the user. */
export interface StackError {
  readonly code: StackErrorCode
  readonly message: string
}

/**
 * `EUNHEALTHY`: its services run, but the hook `health` failed. `EBOOT`: the hook `boot` failed. `EHOOK`: another hook failed that
 * the stack needs. `EINTERRUPTED`: the service stopped, or the stack was brought down, before it was up. `EBADPROFILE`: its profile
 * cannot be read.
 */
export const STACK_ERRORS = ['EUNHEALTHY', 'EBOOT', 'EHOOK', 'EINTERRUPTED', 'EBADPROFILE'] as const
export type StackErrorCode = (typeof STACK_ERRORS)[number]
