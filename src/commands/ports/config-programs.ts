import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Provider } from '../../domain/tools/catalog.js'
import type { AgentFailed, AgentMissing } from '../../domain/tools/failures.js'

/** The agent CLIs, where they change their own configuration. */
export interface ConfigProgramsPort {
  /**
   * Runs a CLI until it exits, and returns its output. A failure has the end of its output.
   * @param cwd null for the home of the user
   * @param minutes how long it may run; the default is 1
   */
  readonly run: (
    tool: Provider,
    args: readonly string[],
    cwd: string | null,
    minutes?: number,
  ) => Effect.Effect<string, AgentMissing | AgentFailed>
}

export class ConfigPrograms extends Context.Tag('ConfigPrograms')<ConfigPrograms, ConfigProgramsPort>() {}
