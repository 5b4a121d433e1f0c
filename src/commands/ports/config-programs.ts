import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { Provider } from '../../domain/tools/catalog.js'
import type { AgentFailed, AgentMissing } from '../../domain/tools/failures.js'

/** The agent CLIs, where they change their own configuration. */
export interface ConfigProgramsPort {
  /** Runs a CLI in a folder until it exits, for a minute unless told, and returns what it printed. A failure has its words. */
  readonly run: (
    tool: Provider,
    args: readonly string[],
    cwd: string | null,
    minutes?: number,
  ) => Effect.Effect<string, AgentMissing | AgentFailed>
}

export class ConfigPrograms extends Context.Tag('ConfigPrograms')<ConfigPrograms, ConfigProgramsPort>() {}
