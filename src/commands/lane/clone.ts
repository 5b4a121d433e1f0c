import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Caller } from '../../domain/access/caller.js'
import { type CloneProgress, type CloneSource, readCloneSource, refusalIn } from '../../domain/git/clone.js'
import { type Login, loginOf } from '../../domain/git-credential/login.js'
import { type GitFailed, LoginRequired } from '../../domain/git/failures.js'
import { httpPlace, isSamePlace } from '../../domain/git/remote-url.js'
import { isFolderName } from '../../domain/lane/folder-name.js'
import { readNewLane } from '../../domain/lane/fields.js'
import type { Templates } from '../../domain/pipeline/template.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { laneStream } from '../../events/streams.js'
import { ownerOf } from '../../projections/ownership.js'
import { slots } from '../files/slots.js'
import type { GitCredentialCommands } from '../git-credentials/git-credentials.js'
import type { CommandRunner } from '../kernel/run.js'
import { untilStored } from '../kernel/stored.js'
import { type CloneOrder, GitRemotes } from '../ports/git-remotes.js'
import { firstOf } from '../ports/within-time.js'
import type { HostAddress } from '../ports/host-address.js'
import type { StagingFolders } from '../ports/staging-folders.js'
import type { BrowseCommands } from './browse.js'
import type { LaneCommands } from './lanes.js'

/** Bytes that stay free: a disk that is full stops everything else. */
const MIN_FREE = 1024 ** 3
const CHECK_MS = 1000
/** Milliseconds between two reports of progress. */
const REPORT_MS = 250

export interface CloneInput {
  readonly url?: unknown
  readonly parent?: unknown
  readonly name?: unknown
  readonly title?: unknown
  readonly tool?: unknown
  readonly credentials?: unknown
}

/** How far a clone is, for its user. */
export interface CloneReport extends CloneProgress {
  readonly path: string
  readonly owner: string
}

interface CloneParts {
  readonly record: CommandRunner['record']
  readonly lanes: Pick<LaneCommands, 'ensure'>
  readonly folders: Pick<BrowseCommands, 'existing'>
  readonly staging: StagingFolders
  readonly credentials: Pick<GitCredentialCommands, 'held' | 'add'>
  readonly templates: () => Templates
  /** Returns the address of a host, null if it has none, and whether a clone may connect to it. */
  readonly addressOf: (host: string, isAdmin: boolean) => Promise<HostAddress>
  /** Returns the fingerprint of the key that an SSH host shows. */
  readonly fingerprintOf: (host: string, port: number | null) => Effect.Effect<string | null>
  readonly report: (report: CloneReport) => void
  readonly monotonic: () => number
  readonly newId: () => string
}

const bad = (field: string, code: 'EBADNAME' | 'EBADURL', message: string) =>
  Effect.fail(reject(code, `${field}: ${message}`, { fields: { field } }))

/** Returns the command that clones a repository and makes it a lane (supplement-server 21.5). */
export const cloneCommand = (parts: CloneParts) => {
  const { record, lanes, folders, staging, credentials, templates, addressOf, fingerprintOf, report, newId } = parts
  const clones = slots(2)

  const readLogin = (sent: unknown, source: CloneSource) =>
    Effect.gen(function* () {
      if (sent === undefined || sent === null) return null
      const members = (typeof sent === 'object' ? sent : {}) as {
        username?: unknown
        password?: unknown
        remember?: unknown
      }
      const place = source.isHttps ? httpPlace(source.url) : null
      if (place === null) return yield* bad('credentials', 'EBADURL', 'are sent to https addresses only')
      const login = loginOf({ ...place, username: members.username, password: members.password })
      return isRejection(login) ? yield* Effect.fail(login) : { ...login, remember: members.remember === true }
    })

  /** Returns where a host is. It is looked up once, so that it cannot lead elsewhere afterwards. */
  const pinned = ({ host, port, isHttps }: CloneSource, { principal }: Caller) =>
    Effect.gen(function* () {
      const isAdmin = principal.kind !== 'pane' && principal.role === 'admin'
      const { ip, isAllowed } = yield* Effect.promise(() => addressOf(host, isAdmin))
      if (!isAllowed) return yield* bad('url', 'EBADURL', 'its host is not allowed')
      return ip === null || !isHttps ? null : { host, port: port ?? 443, ip }
    })

  const refused = (source: CloneSource) => (error: GitFailed | LoginRequired) =>
    Effect.gen(function* () {
      const { message } = error
      if (error._tag === 'LoginRequired')
        return yield* Effect.fail(reject('ECREDENTIALS', message, { fields: { auth: error.auth } }))
      const why = refusalIn(message)
      if (why === 'no-repository') return yield* Effect.fail(reject('ENOREPO', message))
      if (why === 'ssh-login') return yield* Effect.fail(reject('ESSHAUTH', message, { fields: { fingerprint: null } }))
      if (why !== 'unknown-host') return yield* Effect.fail(reject('EGIT', message))
      const fingerprint = yield* fingerprintOf(source.host, source.port)
      return yield* Effect.fail(reject('ESSHAUTH', message, { fields: { fingerprint } }))
    })

  const reporting = (path: string, owner: string): CloneOrder['onProgress'] => {
    let last: number | null = null
    let phase = ''
    return (progress) => {
      const now = parts.monotonic()
      const isNew = progress.phase !== phase || progress.percent === 100
      if (last !== null && now - last < REPORT_MS && !isNew) return
      ;[last, phase] = [now, progress.phase]
      report({ ...progress, path, owner })
    }
  }

  /** Fails when the disk is nearly full. */
  const whileSpace = (path: string) =>
    Effect.promise(() => staging.free(path)).pipe(
      Effect.filterOrFail(
        (free) => free >= MIN_FREE,
        () => reject('EGIT', 'less than 1 GB is free on the disk'),
      ),
    )

  /** Clones into a folder of its own beside the target, which gets its name at the end. Returns the path. */
  const cloned = (source: CloneSource, parent: string, name: string, login: SentLogin | null, caller: Caller) =>
    Effect.gen(function* () {
      const address = yield* pinned(source, caller)
      const owner = ownerOf(caller.author)
      const path = parent === '/' ? `/${name}` : `${parent}/${name}`
      const temporary = `.svc-clone-${newId()}`
      const remotes = yield* GitRemotes
      yield* whileSpace(parent)
      const work = Effect.gen(function* () {
        const dir = yield* Effect.promise(() => staging.begin(parent, temporary))
        const order = { url: source.url, address, onProgress: reporting(path, owner) }
        const done = yield* remotes
          .clone(dir, order, (place) =>
            login !== null && isSamePlace(place, login) ? login : credentials.held(owner, place),
          )
          .pipe(Effect.catchAll(refused(source)))
        const moved = yield* Effect.promise(() => staging.finish(parent, temporary, name))
        if (moved === 'taken') return yield* Effect.fail(reject('EEXISTS', `${name} exists already`))
        if (moved === 'gone') return yield* Effect.fail(reject('ENOTFOUND', 'folder not found'))
        const isProven = login !== null && done.accepted.some((place) => isSamePlace(place, login))
        if (login?.remember === true && isProven)
          yield* Effect.ignore(untilStored(credentials.add(login, caller.author)))
        return path
      })
      const full = Effect.forever(Effect.delay(whileSpace(parent), CHECK_MS))
      return yield* firstOf(work, full).pipe(
        Effect.onError(() => Effect.promise(() => staging.discard(parent, temporary))),
      )
    })

  return (input: CloneInput, caller: Caller) =>
    Effect.gen(function* () {
      const parent = yield* folders.existing(input.parent, caller)
      const source = readCloneSource(input.url)
      if (source === null) return yield* bad('url', 'EBADURL', 'must be an https or ssh address, without a password')
      const name = input.name ?? source.name
      if (!isFolderName(name)) return yield* bad('name', 'EBADNAME', 'must name one folder')
      const settings = { title: input.title, tool: input.tool }
      const wrong = readNewLane(settings, templates())
      if (Either.isLeft(wrong)) return yield* Effect.fail(wrong.left)
      const login = yield* readLogin(input.credentials, source)
      if (yield* Effect.promise(() => staging.isTaken(parent, name)))
        return yield* Effect.fail(reject('EEXISTS', `${name} exists already`))
      // It continues when the client leaves: the lane appears in its list.
      return yield* Effect.uninterruptible(
        Effect.gen(function* () {
          const path = yield* clones.within(
            caller.principal,
            Effect.interruptible(cloned(source, parent, name, login, caller)),
          )
          const { id } = yield* untilStored(lanes.ensure(path, true, settings, caller))
          const data = { lane: id, host: source.host }
          yield* untilStored(record(laneStream(String(id)), { type: 'repository-cloned', data }, caller.author))
          return { id, path }
        }),
      )
    })
}

interface SentLogin extends Login {
  readonly remember: boolean
}

export type CloneCommand = ReturnType<typeof cloneCommand>
