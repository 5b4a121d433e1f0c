import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'

/** The program of a repository that makes a new worktree ready for work. */
export interface SetupScript {
  readonly path: string
  /** Its text; of a program that is no text, nothing. */
  readonly text: string
  /** Identifies what somebody has read, and allowed to run. */
  readonly digest: string
}

/** What a setup script gets to know about the worktree. */
export interface SetupPlace {
  readonly cwd: string
  readonly sourceRepo: string
  readonly branch: string
}

export interface SetupScriptsPort {
  /** Returns the setup script of a working directory: `.svc/profile/hooks/setup`, if it can be executed. */
  readonly find: (workingDir: string) => Effect.Effect<SetupScript | null>
  /** Runs it until it ends, if it still has this digest. Returns what went wrong; null if nothing did. */
  readonly run: (script: Pick<SetupScript, 'path' | 'digest'>, place: SetupPlace) => Effect.Effect<string | null>
}

export class SetupScripts extends Context.Tag('SetupScripts')<SetupScripts, SetupScriptsPort>() {}
