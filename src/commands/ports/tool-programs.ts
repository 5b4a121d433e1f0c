import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'

export interface FoundProgram {
  /** Null if it was not found. */
  readonly path: string | null
  /** The folders that were searched, as a PATH. The program may need others in it, such as an interpreter. */
  readonly searched: string
}

/** The programs that are started in lanes. */
export interface ToolProgramsPort {
  /**
   * Finds a program on the PATH of the service, in the folders of its installers, or on the PATH of the user's login shell.
   * @param folder where it is to run: with system accounts, the account of the folder searches
   */
  readonly find: (name: string, folder?: string) => Effect.Effect<FoundProgram>
}

export class ToolPrograms extends Context.Tag('ToolPrograms')<ToolPrograms, ToolProgramsPort>() {}
