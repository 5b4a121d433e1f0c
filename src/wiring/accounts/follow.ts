import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Queue from 'effect/Queue'
import * as Schedule from 'effect/Schedule'
import type * as Scope from 'effect/Scope'
import { copyChanged, homeCopies } from '../../adapters/system-accounts/mirror.js'
import type { AcceptedHook, Delivery } from '../../commands/ingest/hook.js'
import type { AccountHome, SpooledHook, ChangedHomeFile, HomeFollow } from '../../commands/ports/account-home.js'
import { firstOf } from '../../commands/ports/within-time.js'
import type { ServiceJournal } from '../../commands/service/journal.js'
import type { Config } from '../../config.js'
import { userNumbered } from '../../domain/access/author.js'
import { localPrincipal } from '../../domain/access/visibility.js'
import { isRejection, type Rejection } from '../../domain/rejection.js'
import { plain } from '../../domain/text.js'
import { allUsers, userNamed } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import type { ServiceRuntime } from '../runtime.js'
import type { Accounts } from './accounts.js'

export interface FollowParts extends Pick<Config, 'host' | 'dataDir' | 'systemAccounts'> {
  readonly accounts: Accounts
  readonly port: number
  readonly db: Reader
  readonly journal: Pick<ServiceJournal, 'hooksNoted'>
  readonly runtime: ServiceRuntime
  readonly ownerOfRun: (run: string) => string | null
  readonly ingestHook: (delivery: Delivery) => Promise<AcceptedHook | Rejection>
  /** Waits until the tables can be read. */
  readonly whenReadable: Effect.Effect<void>
  readonly complain: (line: string) => void
}

const PAUSE = '5 seconds'
const LOOK = '2 seconds'

/** Follows the homes of the system accounts: their hooks, and what their agents write. Without system accounts, nothing. */
export const followAccounts = (parts: FollowParts): Effect.Effect<void, never, Scope.Scope> => {
  const { accounts, systemAccounts, db, runtime, whenReadable } = parts
  if (!systemAccounts) return Effect.void
  const following = new Map<string, Fiber.RuntimeFiber<unknown>>()
  const start = Effect.suspend(() => {
    const names = allUsers(db).flatMap(({ username }) => (accounts.has(username) ? [username] : []))
    return Effect.forEach(
      names.filter((name) => !following.has(name)),
      (name) =>
        Effect.map(Effect.forkDaemon(followed(name, accounts, parts)), (fiber) => {
          following.set(name, fiber)
          fiber.addObserver(() => following.delete(name))
        }),
      { discard: true },
    )
  })
  return Effect.gen(function* () {
    // Also for what the command line does meanwhile: an account can be made for an earlier user.
    const looking = Effect.repeat(start, Schedule.spaced(LOOK))
    yield* runtime.background(Effect.zipRight(whenReadable, looking))
    yield* Effect.addFinalizer(() => Effect.suspend(() => Fiber.interruptAll(following.values())))
  })
}

/** Follows a home until the account is deleted. A process that ended is started again. */
const followed = (username: string, accounts: Accounts, parts: FollowParts) => {
  const { complain } = parts
  const complaints = new Set<string>()
  // Once each: it would be repeated every few seconds.
  const problem = (text: string): void => {
    const shown = plain(text)
    if (!complaints.has(shown)) complain(`${username}: ${shown}`)
    complaints.add(shown)
  }
  return connection(username, accounts, parts, problem).pipe(
    Effect.catchAllCause((cause) => Effect.sync(() => problem(String(cause)))),
    Effect.repeat({ while: () => accounts.has(username), schedule: Schedule.spaced(PAUSE) }),
  )
}

const connection = (
  username: string,
  accounts: Accounts,
  { host, port, dataDir, db, journal, runtime, ownerOfRun, ingestHook }: FollowParts,
  problem: (text: string) => void,
) =>
  Effect.gen(function* () {
    const channel = yield* accounts.channelOf(username)
    const call = <A>(member: keyof AccountHome, ...args: readonly unknown[]): Effect.Effect<A> =>
      channel.call('Home', member, args) as Effect.Effect<A>
    yield* call('announce', { host, port })
    if (!(yield* call<boolean>('hasSettings')))
      for (const one of yield* call<readonly string[]>('installHooks')) problem(one)
    const files = yield* Queue.unbounded<ChangedHomeFile>()
    const read: AccountHome['read'] = (...args) => call('read', ...args)
    const folder = join(homeCopies(dataDir), username)
    const copying = Effect.forever(
      Effect.flatMap(Queue.take(files), (file) =>
        Effect.catchAll(copyChanged(folder, file, read), ({ message }) => Effect.sync(() => problem(message))),
      ),
    )
    const take = async ({ delivery, ...hook }: SpooledHook): Promise<'committed' | 'refused'> => {
      const user = userNamed(db, username)
      const taken = await ingestHook({
        ...hook,
        deliveryId: delivery,
        by: localPrincipal.id,
        paneOwner: hook.run === null ? null : ownerOfRun(hook.run),
        accountOwner: user === undefined ? null : userNumbered(user.id),
      })
      return isRejection(taken) ? 'refused' : 'committed'
    }
    const follow: HomeFollow = {
      take,
      takeNote: (note) => runtime.promise(journal.hooksNoted(note)),
      onFile: (file) => void Queue.unsafeOffer(files, file),
      onProblem: problem,
    }
    const closed = Effect.promise(() => channel.closed)
    yield* firstOf(firstOf(copying, call<never>('follow', follow)), closed).pipe(
      Effect.ensuring(Effect.ignore(Effect.catchAllDefect(call('withdraw'), () => Effect.void))),
    )
  })
