import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type * as Either from 'effect/Either'
import type { HookName } from '../../domain/stack/hooks.js'
import type { Profile } from '../../domain/stack/profile.js'
import type { NamedPid } from './stack-processes.js'

/** The profile of a repository, as its files are now. */
export interface FoundProfile {
  readonly dir: string
  /** What is wrong with `profile.json`, if it is malformed. Null if it is missing. */
  readonly profile: Either.Either<Profile, string> | null
  /** The files of the hooks that can be executed, by name. */
  readonly hooks: ReadonlyMap<HookName, string>
}

/** Where the profile of a lane may be, and what is there. */
export interface ProfilePlace {
  /** The main working directory of the repository; the directory itself outside of one. */
  readonly repository: string
  readonly searched: readonly string[]
  readonly found: FoundProfile | null
}

/** The end of a log. */
export interface LogTail {
  /** Of the whole file, in bytes. */
  readonly size: number
  readonly truncated: boolean
  readonly text: string
}

/** The files of stacks: profiles in repositories, and what services of lanes write into the data directory. */
export interface StackFilesPort {
  readonly logDir: (lane: number) => string
  readonly runDir: (lane: number) => string
  /** @param sourceRepo the repository of a managed lane */
  readonly profile: (cwd: string, sourceRepo: string | null) => Effect.Effect<ProfilePlace>
  /** Creates the folders of a lane. Removes the pid files of services that are not among the given ones; null keeps all. */
  readonly prepare: (lane: number, running: readonly string[] | null) => Effect.Effect<void>
  /** Returns what the pid files of a lane name. */
  readonly pids: (lane: number) => Effect.Effect<readonly NamedPid[]>
  /** Writes the pid files of services of a lane. */
  readonly writePids: (lane: number, services: readonly NamedPid[]) => Effect.Effect<void>
  readonly logs: (lane: number) => Effect.Effect<readonly string[]>
  /** Returns the end of a log; null if it is absent or leads out of the folder. */
  readonly log: (lane: number, name: string, tail: number) => Effect.Effect<LogTail | null>
  /** Writes the variables of a lane into its env file. False if something is in the way. */
  readonly writeEnv: (cwd: string, path: string, variables: Readonly<Record<string, string>>) => Effect.Effect<boolean>
  /** Deletes what is in directories of a lane, and returns those that lead out of it, which stay untouched. */
  readonly clear: (cwd: string, dirs: readonly string[]) => Effect.Effect<readonly string[]>
  /** Deletes the logs and pid files of a lane. */
  readonly forget: (lane: number) => Effect.Effect<void>
}

export class StackFiles extends Context.Tag('StackFiles')<StackFiles, StackFilesPort>() {}
