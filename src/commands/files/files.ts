import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import type { FilesChange } from '../../domain/files/decide.js'
import { readConflict, readFromLane, readName, readNewPath, readPath, readPaths } from '../../domain/files/input.js'
import { KEEP_DAYS } from '../../domain/files/trash.js'
import { MAX_UPLOAD } from '../../domain/files/upload.js'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import { iso } from '../../domain/time.js'
import { laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import { untilStored } from '../kernel/stored.js'
import type { FolderFiles, TrashItem } from '../ports/folder-files.js'
import { files as decider } from './decider.js'
import type { FilePlaces, FilesPlace } from './place.js'
import { slots } from './slots.js'

interface FilesParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly files: FolderFiles
  /** Returns the user whose system account a folder is of; null for the account of the service. */
  readonly accountOf: (folder: string) => string | null
  /** Whether the installed helper for system accounts is of this release. */
  readonly isHelperCurrent: () => boolean
  readonly places: FilePlaces
}

/** What a request says about files; its members are checked here. */
export interface TransferInput {
  readonly paths?: unknown
  readonly dest?: unknown
  readonly conflict?: unknown
  readonly fromLane?: unknown
  readonly fromHome?: unknown
}

export interface UploadAsked {
  readonly path: unknown
  readonly conflict: unknown
  /** The etag that a client expects. */
  readonly ifMatch: string | undefined
  /** Bytes, as the client announces them. */
  readonly announced: string | undefined
  readonly stream: AsyncIterable<Uint8Array>
}

const asked = <A>(value: A): Effect.Effect<Exclude<A, Rejection>, Extract<A, Rejection>> =>
  (isRejection(value) ? Effect.fail(value) : Effect.succeed(value)) as never

const done = <A>(work: () => Promise<A>) => Effect.flatMap(Effect.promise(work), asked)

const UPDATE = 'sudo switchyard server system-accounts install'

const foreign = () => reject('EFOREIGN', 'files are copied between folders of one account only')
const notInTrash = () => reject('ENOTFOUND', 'this is not in the trash')

/** Returns the commands that change files of lanes and homes (supplement-server 22). */
export const fileCommands = ({ run, db, files, places, accountOf, isHelperCurrent }: FilesParts) => {
  const [uploads, zips] = [slots(4), slots(2)]

  const record = ({ key }: FilesPlace, change: FilesChange, author: Author) =>
    untilStored(run(decider, key, 'changed', change, author))

  /** Does work that is not interrupted, and records what it did. */
  const changing = <A, B, E, R>(
    work: () => Promise<A>,
    told: (result: Exclude<A, Rejection>) => Effect.Effect<B, E, R>,
    ofPart: (refused: Rejection) => Effect.Effect<unknown, E, R> = () => Effect.void,
  ): Effect.Effect<Exclude<A, Rejection>, E | Extract<A, Rejection>, R> => {
    const recorded = Effect.flatMap(Effect.promise(work), (result) =>
      isRejection(result)
        ? Effect.zipRight(ofPart(result), asked(result))
        : Effect.as(told(result as Exclude<A, Rejection>), result as Exclude<A, Rejection>),
    )
    return Effect.uninterruptible(recorded) as Effect.Effect<Exclude<A, Rejection>, E | Extract<A, Rejection>, R>
  }

  /** What was done before a failure in the middle is recorded too. */
  const partly = ({ fields }: Rejection): readonly string[] => {
    const paths = fields['done']
    return Array.isArray(paths) ? paths.map(String) : []
  }

  const trashedIn = ({ trashes, isOwn, trash: { lane } }: FilesPlace) =>
    Effect.promise(async () => {
      const found = await Promise.all(
        trashes.map(async (folder) => (await files.trashed(folder)).map((item) => ({ ...item, folder }))),
      )
      const items = found.flat().filter(({ laneId }) => isOwn || laneId === lane)
      return items.toSorted((a, b) => b.deletedAt - a.deletedAt)
    })

  /** Returns the place that an item of the trash was in. Its record is in a folder that its owner can change. */
  const placeOf = ({ laneId, session }: TrashItem, { account }: FilesPlace, caller: Caller) =>
    Effect.gen(function* () {
      if (laneId === null) return { place: yield* places.ofHome(account), lane: null }
      const lane = laneById(db, caller.writes, laneId)
      if (lane === undefined) return yield* Effect.fail(reject('ENOTFOUND', 'the lane of this item does not exist'))
      const place = yield* places.ofLane({ lane, session: session ?? undefined }, caller.writes, caller)
      if (place.account !== account) return yield* Effect.fail(foreign())
      yield* places.changeable({ lane, session: session ?? undefined }, place)
      return { place, lane: lane.id }
    })

  /** An older helper may move, copy or delete other than this release does. */
  const upgraded = ({ root }: FilesPlace) =>
    Effect.suspend(() =>
      accountOf(root.path) === null || isHelperCurrent()
        ? Effect.void
        : Effect.fail(reject('EUPGRADE', `the host needs an update first: ${UPDATE}`, { fields: { command: UPDATE } })),
    )

  /** Files of one system account cannot be given to another one. */
  const ofOneAccount = (one: string, other: string) =>
    accountOf(one) === accountOf(other) ? Effect.void : Effect.fail(foreign())

  /** Returns the folder that files are copied from. */
  const sourceOf = (place: FilesPlace, { fromLane, fromHome }: TransferInput, caller: Caller) =>
    Effect.gen(function* () {
      const from = yield* asked(readFromLane(fromLane))
      if (fromHome === true) {
        const home = yield* Effect.mapError(places.homeNamed('me', caller), foreign)
        return home.place.account === place.account ? home.place.root : yield* Effect.fail(foreign())
      }
      if (from === null) return place.root
      const lane = laneById(db, caller.reads, from)
      const source =
        lane === undefined ? undefined : yield* places.ofLane({ lane, session: undefined }, caller.reads, caller)
      return source?.account === place.account ? source.root : yield* Effect.fail(foreign())
    })

  return {
    list: ({ root }: FilesPlace, path: string | undefined) =>
      Effect.gen(function* () {
        const segments = yield* asked(readPath(path ?? ''))
        const listing = yield* done(() => files.list(root, segments))
        const parent = segments.length === 0 ? null : segments.slice(0, -1).join('/')
        return { path: segments.join('/'), parent, ...listing }
      }),

    make: (place: FilesPlace, verb: 'mkdir' | 'newfile', path: unknown, author: Author) =>
      Effect.gen(function* () {
        const segments = yield* asked(readNewPath(path))
        const work = () =>
          verb === 'mkdir' ? files.makeFolder(place.root, segments) : files.makeFile(place.root, segments)
        yield* changing(work, () => record(place, { verb, count: 1, bytes: 0 }, author))
        return segments.join('/')
      }),

    rename: (place: FilesPlace, path: unknown, name: unknown, author: Author) =>
      Effect.gen(function* () {
        const [segments, named] = [yield* asked(readPath(path)), yield* asked(readName(name))]
        return yield* changing(
          () => files.rename(place.root, segments, named),
          () => record(place, { verb: 'rename', count: 1, bytes: 0 }, author),
        )
      }),

    /** Returns the new paths. */
    move: (place: FilesPlace, input: TransferInput, author: Author) =>
      Effect.gen(function* () {
        const paths = yield* asked(readPaths(input.paths))
        const dest = yield* asked(readPath(input.dest, 'dest'))
        const conflict = yield* asked(readConflict(input.conflict))
        yield* upgraded(place)
        return yield* changing(
          () => files.move(place.root, paths, dest, conflict, place.trash),
          (moved) => record(place, { verb: 'move', count: moved.paths.length, bytes: moved.bytes }, author),
          (refused) => record(place, { verb: 'move', count: partly(refused).length, bytes: 0 }, author),
        )
      }),

    copy: (place: FilesPlace, input: TransferInput, caller: Caller) =>
      Effect.gen(function* () {
        const paths = yield* asked(readPaths(input.paths))
        const dest = yield* asked(readPath(input.dest, 'dest'))
        const conflict = yield* asked(readConflict(input.conflict))
        const from = yield* sourceOf(place, input, caller)
        yield* ofOneAccount(from.path, place.root.path)
        yield* upgraded(place)
        return yield* changing(
          () => files.copy(from, place.root, paths, dest, conflict, place.trash),
          (copied) => record(place, { verb: 'copy', count: copied.paths.length, bytes: copied.bytes }, caller.author),
          (refused) => record(place, { verb: 'copy', count: partly(refused).length, bytes: 0 }, caller.author),
        )
      }),

    /** Moves files to the trash, and returns their ids there. */
    discard: (place: FilesPlace, paths: unknown, author: Author) =>
      Effect.gen(function* () {
        const named = yield* asked(readPaths(paths))
        yield* upgraded(place)
        return yield* changing(
          () => files.discard(place.root, named, place.trash),
          (ids) => untilStored(run(decider, place.key, 'trashed', ids, author)),
          (refused) => untilStored(run(decider, place.key, 'trashed', partly(refused), author)),
        )
      }),

    /** What can be restored. Others than the owner see only what was in this folder. */
    trash: (place: FilesPlace) => Effect.map(trashedIn(place), shown),

    /** Moves an item of the trash back, and returns its path and its lane. */
    restore: (place: FilesPlace, id: unknown, caller: Caller) =>
      Effect.gen(function* () {
        const item = (yield* trashedIn(place)).find((one) => one.id === id)
        if (item === undefined) return yield* Effect.fail(notInTrash())
        const target = yield* placeOf(item, place, caller)
        yield* ofOneAccount(item.folder, target.place.root.path)
        const path = yield* changing(
          () => files.restore(item.folder, item, target.place.root),
          () => untilStored(run(decider, target.place.key, 'restored', item.id, caller.author)),
        )
        return { path, laneId: target.lane }
      }),

    /** Deletes an item of the trash for good, or `all`. Returns how many. */
    purge: (place: FilesPlace, id: unknown, author: Author) =>
      Effect.gen(function* () {
        const items = (yield* trashedIn(place)).filter((one) => id === 'all' || one.id === id)
        if (items.length === 0 && id !== 'all') return yield* Effect.fail(notInTrash())
        const purged = yield* changing(
          async () => {
            const ids = await Promise.all(
              place.trashes.map((folder) =>
                files.purge(
                  folder,
                  items.filter((item) => item.folder === folder).map((item) => item.id),
                ),
              ),
            )
            return ids.flat()
          },
          (ids) => untilStored(run(decider, place.key, 'purged', ids, author)),
        )
        return purged.length
      }),

    upload: (place: FilesPlace, { path, conflict, ifMatch, announced, stream }: UploadAsked, caller: Caller) =>
      Effect.gen(function* () {
        const segments = yield* asked(readNewPath(path))
        const how = yield* asked(readConflict(conflict))
        if (Number(announced ?? 0) > MAX_UPLOAD) return yield* Effect.fail(reject('ETOOBIG', 'more than 500 MB'))
        const etag = ifMatch === undefined || ifMatch === '*' ? null : ifMatch.replace(/^(?:W\/)?"(.*)"$/, '$1')
        const work = Effect.promise((signal) =>
          files.upload(place.root, { path: segments, conflict: how, etag, stream }, place.trash, signal),
        )
        // Its parent must exist, which is a fault of the path here.
        const uploaded = yield* uploads.within(caller.principal, Effect.flatMap(work, asked)).pipe(
          Effect.catchIf(
            (error): error is Rejection<'ENOTFOUND'> => isRejection(error) && error.code === 'ENOTFOUND',
            ({ message }) => Effect.fail(reject('EBADPATH', message)),
          ),
        )
        if (uploaded !== 'skipped')
          yield* Effect.uninterruptible(
            record(place, { verb: 'upload', count: 1, bytes: uploaded.bytes }, caller.author),
          )
        return uploaded
      }),

    plan: ({ root }: FilesPlace, paths: unknown) =>
      Effect.flatMap(asked(readPaths(paths, 'p')), (named) => done(() => files.plan(root, named))),

    zip: ({ root }: FilesPlace, paths: unknown, { principal }: Caller) =>
      Effect.gen(function* () {
        const named = yield* asked(readPaths(paths, 'p'))
        const release = yield* zips.taken(principal)
        const archive = yield* Effect.onError(
          done(() => files.zip(root, named)),
          () => Effect.sync(release),
        )
        const [first = []] = named
        const name = named.length === 1 ? (first.at(-1) ?? 'files') : 'files'
        return { name: `${name}.zip`, plan: archive.plan, content: releasing(archive.content, release) }
      }),

    open: ({ root }: FilesPlace, path: unknown) =>
      Effect.flatMap(asked(readPath(path)), (segments) => done(() => files.open(root, segments))),

    /** Deletes what has expired in all trashes. */
    sweep: Effect.promise(async () => {
      for (const folder of places.everyTrash()) await files.sweep(folder)
    }),
  }
}

const shown = (items: readonly TrashItem[]) => ({
  items: items.map(({ id, name, laneId, path, isDir, deletedAt }) => ({
    id,
    name,
    laneId,
    path,
    isDir,
    deletedAt: iso(deletedAt),
  })),
  keepDays: KEEP_DAYS,
})

async function* releasing(content: AsyncGenerator<Uint8Array>, release: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } finally {
    release()
  }
}

export type FileCommands = ReturnType<typeof fileCommands>
