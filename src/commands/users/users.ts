import * as Effect from 'effect/Effect'
import { type Author, type OwnerId, userNumber, userNumbered } from '../../domain/access/author.js'
import { systemVisibility, visibilityOfOwner } from '../../domain/access/system-visibility.js'
import { decideUser, type UserChanges } from '../../domain/account/user/decide.js'
import { readDisplayName, readEmail, readRole, readUsername } from '../../domain/account/user/fields.js'
import { readPassword } from '../../domain/account/user/password.js'
import { reject } from '../../domain/rejection.js'
import type { RunStopReason } from '../../domain/run/run.js'
import type { PrefChanges, Prefs } from '../../domain/account/prefs.js'
import { prefsOf } from '../../projections/queries/accounts.js'
import { instructionsOfAccount, prefs } from '../account/decider.js'
import { laneById } from '../../projections/queries/lanes.js'
import { sessionsOfLane } from '../../projections/queries/lane-sessions.js'
import { pushSubscriptions } from '../../projections/queries/push.js'
import { alertRules } from '../../projections/queries/alerts.js'
import { budgets } from '../../projections/queries/budgets.js'
import { gitCredentials } from '../../projections/queries/git-credentials.js'
import { webhookTargets } from '../../projections/queries/webhooks.js'
import { lanesOf } from '../../projections/queries/lanes.js'
import {
  allUsers,
  hostOwner,
  nextUserId,
  type StoredUser,
  userById,
  userNamed,
} from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'
import { laneOwner, sessionOwner } from '../access/decider.js'
import { alertRule } from '../alerts/decider.js'
import { budget } from '../budgets/decider.js'
import { credential } from '../git-credentials/decider.js'
import { type CommandRunner, step, stepOnPresent } from '../kernel/run.js'
import { lane } from '../lane/decider.js'
import type { Passwords } from '../ports/passwords.js'
import type { UserFolders } from '../ports/user-folders.js'
import { pushSubscription } from '../push/decider.js'
import type { RunCommands } from '../runs/runs.js'
import { webhook } from '../webhooks/decider.js'
import { user as userDecider } from './decider.js'
import type { LoginCommands } from './logins.js'
import type { TokenCommands } from './tokens.js'
import type { UserSecrets } from './secrets.js'

/** A lane that goes from one owner to another. */
export interface LaneMove {
  readonly lane: number
  readonly from: OwnerId
  readonly to: OwnerId
}

export interface UserParts {
  readonly runner: Pick<CommandRunner, 'run' | 'together'>
  readonly db: Reader
  readonly passwords: Passwords
  readonly secrets: UserSecrets
  readonly logins: Pick<LoginCommands, 'endAll'>
  readonly tokens: Pick<TokenCommands, 'endAll'>
  readonly folders: UserFolders
  /** Returns the user in whose home a folder is, with system accounts; null elsewhere, and undefined without them. */
  readonly homeOwner: (folder: string) => string | null | undefined
  /** Stops the programs of a lane. */
  readonly stopRuns: RunCommands['stop']
  /** Called when a lane has another owner: those who lose it see it no longer. */
  readonly onMoved: (move: LaneMove) => void
}

/** Who administers, and the login that is used, which a change of one's own account keeps. */
export interface Administrator {
  readonly author: Author
  readonly login: number | null
}

const WRITABLE = [
  'displayName',
  'email',
  'role',
  'disabled',
  'password',
  'addWorkspaces',
  'removeWorkspaces',
  'signOut',
] as const

const badField = (field: string, problem: string) =>
  Effect.fail(reject('EBADFIELD', `${field}: ${problem}`, { fields: { field } }))

/** Returns the changes that remove all preferences. */
const cleared = (all: Prefs): PrefChanges => Object.fromEntries(Object.keys(all).map((key) => [key, null]))

const noUser = () => reject('ENOUSER', 'no user has this id')

/** Returns the commands with which admins and the shell of the host manage users. */
export const userCommands = ({
  runner,
  db,
  passwords,
  secrets,
  logins,
  tokens,
  folders,
  homeOwner,
  stopRuns,
  onMoved,
}: UserParts) => {
  const found = (id: number) =>
    Effect.suspend(() => {
      const user = userById(db, id)
      return user === undefined ? Effect.fail(noUser()) : Effect.succeed(user)
    })

  const known = () => ({ users: allUsers(db), nextId: nextUserId(db) })

  const actorOf = ({ by }: Author): number | 'host' => userNumber(by) ?? 'host'

  const readLanes = (given: unknown, field: string) =>
    Effect.gen(function* () {
      if (given === undefined) return []
      if (!Array.isArray(given)) return yield* badField(field, 'must be a list of lane ids')
      for (const id of given as unknown[]) {
        if (!Number.isSafeInteger(id) || (id as number) < 1) return yield* badField(field, 'must be a list of lane ids')
        if (laneById(db, systemVisibility, id as number) === undefined)
          return yield* Effect.fail(reject('ENOLANE', `there is no lane ${String(id)}`))
      }
      return [...new Set(given as number[])]
    })

  /** With system accounts, a lane goes only to an admin or to the user in whose home it is (supplement-server 11.3). */
  const checkGiven = (lanes: readonly number[], to: Pick<StoredUser, 'username' | 'role'>) =>
    Effect.forEach(
      lanes,
      (id) => {
        const owner = homeOwner(laneById(db, systemVisibility, id)?.cwd ?? '/')
        return owner === undefined || owner === to.username || to.role === 'admin'
          ? Effect.void
          : Effect.fail(reject('EFOLDER', `lane ${id} is not in the home of ${to.username}`))
      },
      { discard: true },
    )

  const readFlag = (given: unknown, field: string) =>
    given === undefined || typeof given === 'boolean' ? Effect.succeed(given) : badField(field, 'must be true or false')

  /** Reads the personal data of a user after a change, and which of them differ. */
  const readPerson = (user: StoredUser, given: Readonly<Record<string, unknown>>) =>
    Effect.gen(function* () {
      const before = secrets.personOf(user)
      const displayName =
        given['displayName'] === undefined ? before.displayName : yield* readDisplayName(given['displayName'])
      const email = given['email'] === undefined ? before.email : yield* readEmail(given['email'])
      const person = { displayName, email }
      const fields = (['displayName', 'email'] as const).filter((name) => person[name] !== before[name])
      return { before, person, fields, email }
    })

  /** Moves a lane and those of its sessions that nothing else tells the owner of. */
  const assignSteps = (id: number, to: number) => [
    step(laneOwner, id, 'assign', { lane: id, to: userNumbered(to) }),
    ...sessionsOfLane(db, systemVisibility, id)
      .filter(({ evidence }) => evidence === null || evidence === 'assigned')
      .map(({ session }) =>
        step(sessionOwner, session, 'determine', { to: userNumbered(to), evidence: 'assigned' as const }),
      ),
  ]

  const moveOf = (lane: number, to: number): LaneMove => ({
    lane,
    from: userNumbered(laneById(db, systemVisibility, lane)?.owner_id ?? null),
    to: userNumbered(to),
  })

  const ownerOfLane = (id: number): number | null => laneById(db, systemVisibility, id)?.owner_id ?? hostOwner(db)

  /** Gives lanes to a user. Their programs act for the old owner, so they are stopped first. */
  const stopLanes = (ids: readonly number[], author: Author, reason: RunStopReason) =>
    Effect.forEach(
      ids,
      (id) => {
        const row = laneById(db, systemVisibility, id)
        return row === undefined ? Effect.void : stopRuns(row, {}, author, reason)
      },
      { discard: true },
    )

  /** Creates a user with a folder of their own. */
  const create = (given: Readonly<Record<string, unknown>>, author: Author) =>
    Effect.gen(function* () {
      const username = yield* readUsername(given['username'])
      const role = yield* readRole(given['role'])
      const password = yield* readPassword(given['password'], [username])
      if (userNamed(db, username) !== undefined)
        return yield* Effect.fail(reject('EEXISTS', `the username ${username} is taken`))
      const hash = yield* passwords.hash(password)
      // What a deleted user of this name has left.
      yield* folders.retire(username)
      yield* folders.make(username)
      const work = Effect.suspend(() =>
        runner.run(
          userDecider,
          null,
          'create',
          { username, role, password: secrets.keepPassword(username, hash) },
          author,
        ),
      )
      yield* secrets.change(username, work)
      const user = userNamed(db, username)
      return user === undefined ? yield* Effect.fail(noUser()) : user
    })

  /** Changes a user. Everything is checked before anything is written, and written in one transaction. */
  const update = (id: number, given: Readonly<Record<string, unknown>>, { author, login }: Administrator) =>
    Effect.gen(function* () {
      const user = yield* found(id)
      const unknown = Object.keys(given).find((name) => !WRITABLE.some((one) => one === name))
      if (unknown !== undefined) return yield* badField(unknown.slice(0, 100), 'cannot be changed')
      const { person, fields, email, before } = yield* readPerson(user, given)
      const role = given['role'] === undefined ? user.role : yield* readRole(given['role'])
      const disabled = (yield* readFlag(given['disabled'], 'disabled')) ?? user.disabled
      const signOut = (yield* readFlag(given['signOut'], 'signOut')) ?? false
      const password =
        given['password'] === undefined
          ? null
          : yield* readPassword(given['password'], [user.username, before.email, email])
      const adds = yield* readLanes(given['addWorkspaces'], 'addWorkspaces')
      const removes = yield* readLanes(given['removeWorkspaces'], 'removeWorkspaces')
      for (const one of removes) {
        if (ownerOfLane(one) !== id || adds.includes(one))
          return yield* Effect.fail(reject('ENOTOWNED', `lane ${one} is not a workspace of ${user.username}`))
      }
      yield* checkGiven(adds, { username: user.username, role })
      const hash = password === null ? null : yield* passwords.hash(password)
      const toHost = hostOwner(db)
      const moved = [...adds.filter((one) => ownerOfLane(one) !== id), ...removes.filter(() => toHost !== id)]
      const actor = actorOf(author)
      // Checked before a program is stopped, and again in the transaction.
      yield* decideUser.change(known(), { user: id, actor, role, disabled })
      yield* stopLanes(moved, author, 'owner-changed')
      const moves = moved.map((one) => moveOf(one, adds.includes(one) ? id : (toHost ?? id)))

      const changed = Effect.suspend(() => {
        const changes: UserChanges = {
          role,
          disabled,
          ...(hash === null ? {} : { password: secrets.keepPassword(user.username, hash) }),
          ...(fields.length === 0 ? {} : { person: { fields, revision: secrets.keepPerson(user.username, person) } }),
        }
        return runner.together(
          () => [
            step(userDecider, id, 'change', { user: id, actor, ...changes }),
            ...adds.flatMap((one) => assignSteps(one, id)),
            ...(toHost === null ? [] : removes.flatMap((one) => assignSteps(one, toHost))),
          ],
          author,
        )
      })
      yield* secrets.change(user.username, changed)
      for (const move of moves) onMoved(move)
      const kept = actor === id ? login : null
      if (disabled && !user.disabled) {
        yield* logins.endAll(id, null, 'disabled', author)
        yield* tokens.endAll(id, author)
        yield* stopLanes(lanesOf(db, systemVisibility, userNumbered(id)), author, 'owner-disabled')
      } else if (hash !== null) yield* endAfterPassword(id, kept, author)
      if (signOut) yield* logins.endAll(id, kept, 'signed-out', author)
      return { user: yield* found(id), passwordChanged: hash !== null }
    })

  /** Changes what users may change of themselves: their name and email address. */
  const describe = (id: number, given: Readonly<Record<string, unknown>>, author: Author) =>
    Effect.gen(function* () {
      const user = yield* found(id)
      const { person, fields } = yield* readPerson(user, given)
      if (fields.length === 0) return
      const work = Effect.suspend(() => {
        const revision = secrets.keepPerson(user.username, person)
        return runner.run(userDecider, id, 'describe', { user: id, fields, revision }, author)
      })
      yield* secrets.change(user.username, work)
    })

  /** Sets a password and ends the logins of the user, but for the one that is used to change one's own. */
  const setPassword = (id: number, given: unknown, { author, login }: Administrator, field = 'password') =>
    Effect.gen(function* () {
      const user = yield* found(id)
      const password = yield* readPassword(given, [user.username, secrets.personOf(user).email], field)
      const hash = yield* passwords.hash(password)
      const work = Effect.suspend(() =>
        runner.run(
          userDecider,
          id,
          'change',
          { user: id, actor: actorOf(author), password: secrets.keepPassword(user.username, hash) },
          author,
        ),
      )
      yield* secrets.change(user.username, work)
      const kept = actorOf(author) === id ? login : null
      return yield* endAfterPassword(id, kept, author)
    })

  /** Ends the other logins of a user with a new password. One that somebody else has set ends the access tokens too. */
  const endAfterPassword = (id: number, kept: number | null, author: Author) =>
    Effect.zipRight(
      actorOf(author) === id ? Effect.void : tokens.endAll(id, author),
      logins.endAll(id, kept, 'password', author),
    )

  /** Makes a user the owner of a lane. */
  const assign = (id: number, given: unknown, author: Author) =>
    Effect.gen(function* () {
      const to = yield* found(id)
      if (!Number.isSafeInteger(given) || (given as number) < 1) return yield* badField('laneId', 'must be a lane id')
      const [one = 0] = yield* readLanes([given], 'laneId')
      yield* checkGiven([one], to)
      if (ownerOfLane(one) !== id) yield* stopLanes([one], author, 'owner-changed')
      const move = moveOf(one, id)
      yield* runner.together(() => assignSteps(one, id), author)
      if (move.from !== move.to) onMoved(move)
      return one
    })

  /** Two admins who delete each other: the second one finds out before anything of the first is deleted. */
  const deleting = Effect.unsafeMakeSemaphore(1)

  /** Deletes a user with everything that is theirs, but sessions and the audit log. */
  const remove = (id: number, author: Author) => deleting.withPermits(1)(removed(id, author))

  const removed = (id: number, author: Author) =>
    Effect.gen(function* () {
      const user = yield* found(id)
      const owner = userNumbered(id)
      const theirs = visibilityOfOwner(owner)
      const actor = actorOf(author)
      // Before a program is stopped, and again in the transaction.
      yield* decideUser.remove(known(), { user: id, actor })
      yield* stopLanes(lanesOf(db, systemVisibility, owner), author, 'stopped')
      // First, so that a refusal leaves every row.
      yield* folders.erase(user.username)
      yield* secrets.change(
        user.username,
        runner.together(
          () => [
            step(userDecider, id, 'remove', { user: id, actor }),
            step(prefs, owner, 'set', { account: owner, changes: cleared(prefsOf(db, systemVisibility, owner)) }),
            step(instructionsOfAccount, owner, 'ofAccount', { account: owner, revision: null, length: 0 }),
            ...lanesOf(db, systemVisibility, owner).map((one) => stepOnPresent(step(lane, one, 'forget', {}))),
            ...alertRules(db, theirs).map((rule) => stepOnPresent(step(alertRule, rule.id, 'remove', {}))),
            ...budgets(db, theirs).map((one) => stepOnPresent(step(budget, one.id, 'remove', {}))),
            ...webhookTargets(db, theirs).map((one) => stepOnPresent(step(webhook, one.id, 'remove', {}))),
            ...pushSubscriptions(db, theirs).map((one) =>
              stepOnPresent(
                step(pushSubscription, { id: one.id, own: theirs }, 'unsubscribe', { reason: 'asked' as const }),
              ),
            ),
            ...gitCredentials(db, theirs).map(({ protocol, host }) =>
              stepOnPresent(step(credential, { owner, protocol, host }, 'remove', { protocol, host })),
            ),
          ],
          author,
        ),
      )
      yield* logins.endAll(id, null, 'deleted', author)
      yield* tokens.endAll(id, author)
      // What the disk refuses is renamed before another user gets the name.
      yield* Effect.ignore(folders.retire(user.username))
    })

  return { create, update, describe, setPassword, assign, remove }
}

export type UserCommands = ReturnType<typeof userCommands>
