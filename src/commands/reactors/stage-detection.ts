import * as Effect from 'effect/Effect'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { ancestorsOf } from '../../domain/lane/lane.js'
import { detection, hasRules, signalOf } from '../../domain/pipeline/detect.js'
import type { Templates } from '../../domain/pipeline/template.js'
import { textOf } from '../../domain/session/payload.js'
import type { Committed } from '../../events/commit.js'
import type { Recorded } from '../../events/envelope.js'
import { sessionOfStream } from '../../events/streams.js'
import { ownerOf } from '../../projections/ownership.js'
import { detectionPlaces } from '../../projections/queries/lanes.js'
import { sessionsOfLiveRuns } from '../../projections/queries/runs.js'
import { sessionCwd } from '../../projections/queries/session-process.js'
import type { Reader } from '../../projections/sql.js'
import { reporting } from '../kernel/reporting.js'
import type { CommandRunner } from '../kernel/run.js'
import { laneStage } from '../lane/decider.js'
import type { Fork } from '../ports/machine.js'

interface DetectionParts {
  readonly db: Reader
  readonly run: CommandRunner['run']
  readonly templates: () => Templates
  /** Whether the tables can be read. */
  readonly ready: () => boolean
  readonly fork: Fork
  readonly onError: (error: unknown) => void
}

type Hook = Extract<Recorded, { readonly type: 'hook-received' }>
type Lane = ReturnType<typeof detectionPlaces>[number]

/** How many directories are remembered. */
const REMEMBERED = 4096

/** The lanes, kept in memory so that a hook costs no query. */
class Places {
  readonly #byId: ReadonlyMap<number, Lane>
  readonly #byCwd: ReadonlyMap<string, Lane>
  readonly #bySession: ReadonlyMap<string, number>
  readonly #known = new Map<string, Lane | undefined>()

  constructor(db: Reader) {
    const lanes = detectionPlaces(db, systemVisibility)
    this.#byId = new Map(lanes.map((lane) => [lane.id, lane]))
    this.#byCwd = new Map(lanes.map((lane) => [lane.cwd, lane]))
    this.#bySession = new Map(sessionsOfLiveRuns(db, systemVisibility).map(({ session, lane }) => [session, lane]))
  }

  /** Returns the lane whose run a session is in. */
  ofRun(session: string): Lane | undefined {
    const id = this.#bySession.get(session)
    return id === undefined ? undefined : this.#byId.get(id)
  }

  /** Returns the lane that owns a directory. */
  at(cwd: string): Lane | undefined {
    if (this.#byCwd.size === 0 || !cwd.startsWith('/')) return undefined
    if (this.#known.has(cwd)) return this.#known.get(cwd)
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    const path = ancestorsOf(cwd).find((ancestor) => this.#byCwd.has(ancestor))
    const lane = path === undefined ? undefined : this.#byCwd.get(path)
    this.#known.set(cwd, lane)
    return lane
  }
}

/**
 * Returns a subscriber that detects the stages of lanes from tool calls of their sessions: those in the directory of a lane, and
 * those that it started. Without templates that have rules, a commit costs one comparison.
 */
export const detectStages = ({ db, run, templates, ready, fork, onError }: DetectionParts) => {
  let places: Places | null = null
  let checked: Templates | null = null
  let isNeeded = false

  const isWanted = (current: Templates): boolean => {
    if (checked !== current) isNeeded = [...current.values()].some(hasRules)
    checked = current
    return isNeeded
  }

  const detect = (hook: Hook, current: Templates) => {
    const { payload } = hook.data
    const session = sessionOfStream(hook.streamName)
    if (session === undefined) return Effect.void
    places ??= new Places(db)
    const lane =
      places.ofRun(session) ?? places.at(textOf(payload, 'cwd') ?? sessionCwd(db, systemVisibility, hook.stream) ?? '')
    const template = lane === undefined ? undefined : current.get(lane.pipeline)
    if (lane === undefined || template === undefined || lane.owner !== ownerOf(hook)) return Effect.void
    const signal = signalOf(payload)
    const at = hook.occurredAt
    // The command checks again, with the lane at that moment.
    if (signal === null || detection(template, lane.detected, signal, at) === null) return Effect.void
    const command = { templates: current, signal, session, at }
    return run(laneStage, lane.id, 'detect', command, { by: hook.by, via: 'hook' })
  }

  return ({ events, touched, quiet }: Committed): void => {
    const current = templates()
    if (current.size === 0 || !isWanted(current)) {
      places = null
      return
    }
    if (touched.some((rows) => rows.of('lane').size > 0)) places = null
    if (quiet || !ready()) return
    for (const event of events) {
      if (event.type === 'hook-received' && event.data.kind === 'PreToolUse' && event.source === 'local')
        fork(reporting(onError)(Effect.suspend(() => detect(event, current))))
    }
  }
}
