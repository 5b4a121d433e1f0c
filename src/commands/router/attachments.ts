import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { claudeRunSettings, codexProfile, type Connection, relayVariables } from '../../domain/router/connection.js'
import { NATIVE } from '../../domain/router/profile.js'
import { type Provider, type Tool, TOOLS } from '../../domain/tools/catalog.js'
import { laneById, type LaneShape, lanesOfRouter, lanesWithRouter } from '../../projections/queries/lanes.js'
import { lastRunOf, liveRuns } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import { lane as laneDecider } from '../lane/decider.js'
import { Directories } from '../ports/directories.js'
import { Worktrees } from '../ports/worktrees.js'
import type { CodexHomeOf } from '../access/agent-homes.js'
import type { RouterConnections } from './connections.js'
import { type FileRefusal, LOCAL_SETTINGS, type ProxyFiles } from './files.js'

interface AttachParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly serial: Serial
  readonly connections: RouterConnections
  readonly files: ProxyFiles
  /** Returns the home of Codex of a lane's agents. */
  readonly codexHomeOf: CodexHomeOf
  /** Returns all homes of Codex that lanes use. */
  readonly codexHomes: () => readonly string[]
}

type Lane = Pick<LaneShape, 'id' | 'cwd' | 'tool' | 'owner_id' | 'router_profile'>

/** What a lane's change of its proxy resulted in. */
interface LaneResult {
  readonly id: number
  readonly ok: boolean
  readonly error?: string
}

/** What is known of a run before it starts. */
interface RunAsked {
  /** Null for a shell. */
  readonly tool: Tool | null
  /** The name of the proxy in the request. */
  readonly asked: string | undefined
  /** The session that it resumes. */
  readonly resumed: string | undefined
  /** Whether it runs in another directory, where the settings of the lane are not read. */
  readonly isElsewhere: boolean
}

/** How the agent of one run reaches its proxy. */
export interface RunProxy {
  /** Null for none. */
  readonly router: string | null
  /** Whether the request named it, or an earlier run of the session. */
  readonly isRouterAsked: boolean
  /** Settings of Claude Code that win over those of the lane. */
  readonly settings: object | null
  /** The profile of Codex. */
  readonly profile: string | null
  readonly variablesWith: (token: string | null) => Readonly<Record<string, string>>
}

const unknown = (message = 'there is no such proxy') =>
  reject('EBADPROXY', `proxy: ${message}`, { fields: { field: 'proxy' } })
type Unusable = ReturnType<typeof unknown>
const TRACKED = `git tracks ${LOCAL_SETTINGS}, and it would have a key: remove it from the repository first`

/** Returns the commands that attach proxies to lanes, and keep the files of the lanes equal to what is attached. */
export const routerAttachments = (parts: AttachParts) => {
  const { run, db, serial, connections, files, codexHomeOf, codexHomes } = parts
  const held = <A, E, R>(id: number, work: Effect.Effect<A, E, R>) =>
    serial.hold({ kind: 'lane', name: String(id) }, work)

  /** Returns the proxy of a name; null for none. */
  const chosen = (name: unknown): Effect.Effect<Connection | null, Unusable> => {
    if (name === NATIVE || name === null) return Effect.succeed(null)
    const found = typeof name === 'string' ? connections.named(name) : undefined
    return found === undefined ? Effect.fail(unknown()) : Effect.succeed(found)
  }

  const isFolder = (cwd: string) =>
    Effect.map(
      Effect.flatMap(Directories, ({ find }) => find(cwd)),
      ({ is }) => is === 'directory',
    )

  /** What changes the files of a lane; fails if they cannot be changed. */
  type Prepared = Effect.Effect<Effect.Effect<void, FileRefusal>, FileRefusal, Worktrees>
  const PREPARE: Readonly<Record<Provider, (lane: Lane, connection: Connection | null) => Prepared>> = {
    claude: ({ cwd }, connection) =>
      Effect.gen(function* () {
        const write = yield* files.claude(cwd, connection)
        if (connection === null || (yield* (yield* Worktrees).excludeFile(cwd, LOCAL_SETTINGS))) return write
        return yield* Effect.fail(reject('EBADPATH', TRACKED))
      }),
    codex: (lane, connection) =>
      Effect.succeed(connection === null ? Effect.void : files.codex(codexHomeOf(lane), connection)),
  }

  /** Changes the files of a lane whose folder exists. */
  const prepare = (lane: Lane, connection: Connection | null) =>
    Effect.gen(function* () {
      if (yield* isFolder(lane.cwd)) return yield* PREPARE[TOOLS[lane.tool].provider](lane, connection)
      // Without a folder, nothing is left that a proxy could be taken out of.
      if (connection === null) return Effect.void
      return yield* Effect.fail(reject('ENOCWD', `${lane.cwd} not found`))
    })

  /** Attaches a proxy to a lane whose lock is held. The record comes first: a start of the service repeats the files. */
  const attach = (lane: Lane, connection: Connection | null, author: Author) =>
    Effect.gen(function* () {
      const write = yield* prepare(lane, connection)
      const record = (router: string | null) => untilStored(run(laneDecider, lane.id, 'attach', { router }, author))
      yield* record(connection?.name ?? null)
      yield* Effect.tapError(write, () => record(lane.router_profile))
    }).pipe(Effect.uninterruptible)

  /** Does the same to each of some lanes, and says where it failed. */
  const each = <E, R>(all: readonly LaneShape[], work: (lane: LaneShape) => Effect.Effect<unknown, E, R>) =>
    Effect.forEach(all, (lane) =>
      held(
        lane.id,
        Effect.suspend(() => work(laneById(db, systemVisibility, lane.id) ?? lane)),
      ).pipe(
        Effect.match({
          onSuccess: (): LaneResult => ({ id: lane.id, ok: true }),
          onFailure: (error): LaneResult => ({
            id: lane.id,
            ok: false,
            error: isRejection(error) ? error.message : String(error),
          }),
        }),
      ),
    )

  /** Writes the files of a lane again. */
  const rewrite = (lane: LaneShape) =>
    Effect.gen(function* () {
      if (lane.router_profile === null) return
      const write = yield* prepare(lane, yield* chosen(lane.router_profile))
      yield* write
    })

  type Reached = Pick<RunProxy, 'settings' | 'profile' | 'variablesWith'>
  const FOR_RUN: Readonly<
    Record<
      Provider,
      (lane: Lane, connection: Connection | null, isElsewhere: boolean) => Effect.Effect<Reached, Unusable>
    >
  > = {
    claude: (lane, connection, isElsewhere) => {
      const hasFile = TOOLS[lane.tool].provider === 'claude' && !isElsewhere
      const inLane = hasFile ? lane.router_profile : null
      const isInLane = inLane === (connection?.name ?? null)
      return Effect.succeed({
        settings: isInLane ? null : claudeRunSettings(connection),
        profile: null,
        variablesWith: (token) => (connection === null ? {} : relayVariables(connection, token)),
      })
    },
    codex: (lane, connection) =>
      connection === null
        ? Effect.succeed(NO_PROXY)
        : Effect.mapBoth(files.codex(codexHomeOf(lane), connection), {
            onSuccess: () => ({ ...NO_PROXY, profile: codexProfile(connection.name) }),
            onFailure: ({ message }) => unknown(`the settings of Codex for it cannot be written: ${message}`),
          }),
  }

  const layersOf = (name: string) => Effect.filter(codexHomes(), (home) => files.hasCodex(home, name))

  return {
    /** Attaches a proxy to a lane; `native` takes it off. Says which live agent keeps the old one until it restarts. */
    apply: (lane: Lane, name: unknown, author: Author) =>
      held(
        lane.id,
        Effect.gen(function* () {
          const connection = yield* chosen(name)
          yield* attach(laneById(db, systemVisibility, lane.id) ?? lane, connection, author)
          const router = connection?.name ?? null
          const other = liveRuns(db, systemVisibility, lane.id).find(
            (one) => one.tool !== null && one.router !== router,
          )
          return { restart_required: other !== undefined, run_id: other?.run ?? null }
        }),
      ),

    /** Writes what a proxy is now into the files of all that use it. */
    reapply: (name: string) =>
      Effect.gen(function* () {
        const connection = connections.named(name)
        if (connection !== undefined)
          for (const home of yield* layersOf(name)) yield* Effect.ignore(files.codex(home, connection))
        return yield* each(lanesOfRouter(db, systemVisibility, name), rewrite)
      }),

    /** Takes a proxy off all lanes. Where the files cannot be changed, the lane has none all the same. */
    detachAll: (name: string, author: Author) =>
      Effect.gen(function* () {
        const results = yield* each(lanesOfRouter(db, systemVisibility, name), (lane) =>
          Effect.tapError(attach(lane, null, author), () =>
            untilStored(run(laneDecider, lane.id, 'attach', { router: null }, author)),
          ),
        )
        for (const home of yield* layersOf(name)) yield* Effect.ignore(files.removeCodex(home, name))
        return results
      }),

    /** Writes the files of all lanes again: the address of the service may be another one, or it ended between record and file. */
    settleAll: Effect.suspend(() => each(lanesWithRouter(db, systemVisibility), rewrite)),

    /** Takes the proxy out of the files of a lane that is deleted. */
    release: (lane: Lane) =>
      lane.router_profile === null ? Effect.void : Effect.ignore(Effect.flatten(prepare(lane, null))),

    /**
     * Returns how a new run reaches its proxy: the one that was asked for now, or for a session that is resumed, or that of its lane.
     * Fails if the one that was asked for does not exist.
     */
    forRun: (lane: Lane, { tool, asked, resumed, isElsewhere }: RunAsked) =>
      Effect.gen(function* () {
        if (tool === null) return NO_PROXY
        const ofSession = resumed === undefined ? undefined : lastRunOf(db, systemVisibility, resumed)
        const isInherited = asked === undefined && ofSession?.isRouterAsked === true
        const implied = (isInherited ? ofSession.router : lane.router_profile) ?? NATIVE
        const connection = asked === undefined ? (connections.named(implied) ?? null) : yield* chosen(asked)
        const router = connection?.name ?? null
        const isRouterAsked = isInherited || asked !== undefined
        return { ...(yield* FOR_RUN[tool.provider](lane, connection, isElsewhere)), router, isRouterAsked }
      }),
  }
}

/** A run without a proxy. */
const NO_PROXY: RunProxy = {
  router: null,
  isRouterAsked: false,
  settings: null,
  profile: null,
  variablesWith: () => ({}),
}

export type RouterAttachments = ReturnType<typeof routerAttachments>
