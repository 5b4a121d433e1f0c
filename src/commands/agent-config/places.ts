import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { isWithin } from '../../domain/access/territory.js'
import type { Scope } from '../../domain/agent-config/kinds.js'
import { seesEverything } from '../../domain/access/visibility.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { workspaces } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { Directories } from '../ports/directories.js'

/** The configuration that a request asks for. */
export interface ConfigAsked {
  readonly scope: Scope
  /** A folder of the project; undefined without one. */
  readonly cwd: string | undefined
}

/** What a caller may see of it. */
export interface ConfigPlaces {
  /** Whether what the host has for all projects is meant. */
  readonly isHost: boolean
  /** The folder of the project, without links; null without one. */
  readonly project: string | null
}

/** Whether a caller sees the configuration of the host: members and programs in lanes see that of projects only. */
const seesHost = ({ reads }: Caller): boolean => seesEverything(reads)

/** Returns what a request may see of the agents' configuration (supplement-server 12, 24.1). */
export const configPlaces = (db: Reader) => {
  /** Returns a folder that is in a lane of the caller; null for any other, whether it exists or not. */
  const projectOf = (cwd: string | undefined, caller: Caller) =>
    Effect.gen(function* () {
      if (cwd === undefined || !cwd.startsWith('/') || cwd.includes('\0')) return null
      const { path, is } = yield* (yield* Directories).find(cwd)
      // Who changes the rows of everybody may name any folder.
      const isShown =
        seesEverything(caller.writes) || workspaces(db, caller.reads).some((lane) => isWithin(path, lane.cwd))
      return isShown && is === 'directory' ? path : null
    })

  return {
    of: ({ scope, cwd }: ConfigAsked, caller: Caller): Effect.Effect<ConfigPlaces, Rejection<'EADMIN'>, Directories> =>
      Effect.gen(function* () {
        const refused = reject('EADMIN', 'only projects of your own lanes: add scope=project and cwd')
        if (!seesHost(caller) && scope !== 'project') return yield* Effect.fail(refused)
        const project = scope === 'user' ? null : yield* projectOf(cwd, caller)
        if (!seesHost(caller) && cwd !== undefined && project === null) return yield* Effect.fail(refused)
        return { isHost: scope !== 'project', project }
      }),

    /** Fails for those who see no configuration of the host. */
    ofHost: (caller: Caller): Effect.Effect<void, Rejection<'EADMIN'>> =>
      seesHost(caller) ? Effect.void : Effect.fail(reject('EADMIN', 'this belongs to the host')),
  }
}

export type ConfigPlacesOf = ReturnType<typeof configPlaces>
