import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { userNumber } from '../../domain/access/author.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { ofEveryAccount } from '../../domain/run/environment.js'
import { hostOwner, userById } from '../../projections/queries/users.js'
import { agentHomes, type HomesParts } from './agent-homes.js'

/** Where the programs of a lane run. */
export interface AgentPlace {
  /** Null for the home of the service. */
  readonly home: string | null
  /** What they get of the environment of the service. */
  readonly environment: Readonly<Record<string, string>>
}

/** Returns the place for the programs of a lane. EFOLDER if its owner must not run programs there. */
export type AgentPlaces = (lane: {
  readonly owner_id: number | null
  readonly cwd: string
}) => Effect.Effect<AgentPlace, Rejection<'EFOLDER'>>

type BarParts = Pick<PlacesParts, 'systemAccounts' | 'accountOf' | 'db'>

/**
 * Returns why a caller must not act on a lane; null if they may. What is done in a folder outside of homes is done as the account of the
 * service, also the hooks of its repository: with system accounts, only admins do that.
 */
export const laneBar =
  ({ systemAccounts, accountOf, db }: BarParts) =>
  ({ cwd }: { readonly cwd: string }, { principal }: Pick<Caller, 'principal'>): string | null => {
    if (!systemAccounts || principal.kind === 'host' || accountOf(cwd) !== null) return null
    // A pane acts as a member, also that of an admin, which runs there.
    const { role } = userById(db, userNumber(principal.id) ?? 0) ?? principal
    return role === 'admin' ? null : OUTSIDE
  }

const OUTSIDE = 'this folder is in the home of no system account: only admins act in it'

interface PlacesParts extends HomesParts {
  readonly systemAccounts: boolean
  /** Returns the user whose system account a folder is of; null for the account of the service. */
  readonly accountOf: (folder: string) => string | null
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Returns where programs of lanes run: as the account of the folder, in its home (supplement-server 14.4). As the account of the service
 * only those of admins do, because it can read everything.
 */
export const agentPlaces = (parts: PlacesParts): AgentPlaces => {
  const { systemAccounts, accountOf, usersRoot, db, environment } = parts
  const homeOf = agentHomes(parts)
  if (!systemAccounts) return ({ owner_id }) => Effect.succeed({ home: homeOf(owner_id), environment })
  const ofAccount = ofEveryAccount(environment)
  return ({ owner_id, cwd }) =>
    Effect.suspend((): ReturnType<AgentPlaces> => {
      const account = accountOf(cwd)
      if (account !== null) return Effect.succeed({ home: `${usersRoot}/${account}`, environment: ofAccount })
      const owner = userById(db, owner_id ?? hostOwner(db) ?? 0)
      return owner?.role === 'admin'
        ? Effect.succeed({ home: null, environment })
        : Effect.fail(reject('EFOLDER', OUTSIDE))
    })
}
