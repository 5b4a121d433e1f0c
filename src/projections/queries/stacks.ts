import type { Visibility } from '../../domain/access/visibility.js'
import type { HookEnd, HookName } from '../../domain/stack/hooks.js'
import type { Ports } from '../../domain/stack/ports.js'
import type { ServiceProcess, StackError, StackErrorCode } from '../../domain/stack/stack.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'

interface StackRow {
  readonly lane: number
  readonly repository: string
  readonly slot: number
  readonly ports: string
  readonly booted: 0 | 1
  readonly services: string
  readonly error_code: StackErrorCode | null
  readonly error_message: string | null
}

/** A stack that has a slot. */
export interface StackShape {
  readonly lane: number
  readonly repository: string
  readonly slot: number
  readonly ports: Ports
  /** Whether `boot` succeeded. */
  readonly booted: boolean
  /** The processes as they were when it did. They may have ended since. */
  readonly services: readonly ServiceProcess[]
  readonly error: StackError | null
}

const shapeOf = ({ lane, repository, slot, ports, booted, services, error_code, error_message }: StackRow) => ({
  lane,
  repository,
  slot,
  ports: JSON.parse(ports) as Ports,
  booted: booted === 1,
  services: JSON.parse(services) as readonly ServiceProcess[],
  error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
})

/** Returns the stacks that have a slot, by lane. */
export const stacks = (db: Reader, visibility: Visibility): readonly StackShape[] => {
  const { where, params } = new Filter(visibility, 'owner')
  return db.all<StackRow>(`select * from p_stack ${where} order by lane`, ...params).map(shapeOf)
}

/** Returns the stack of a lane; undefined if it has no slot. */
export const stackOfLane = (db: Reader, visibility: Visibility, lane: number): StackShape | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  const row = db.get<StackRow>(`select * from p_stack ${where}`, ...params)
  return row === undefined ? undefined : shapeOf(row)
}

interface HookRow {
  readonly hook: HookName
  readonly running: string | null
  readonly running_since: Instant | null
  readonly job: string | null
  readonly end: HookEnd | null
  readonly code: number | null
  readonly signal: string | null
  readonly duration_ms: number | null
  readonly ended_at: Instant | null
}

/** Returns the last result of each hook that was run in a lane. */
export const hooksOfLane = (db: Reader, visibility: Visibility, lane: number) => {
  const { where, params } = new Filter(visibility, 'owner').and('lane = ?', lane)
  return db
    .all<HookRow>(`select * from p_stack_hook ${where} order by hook`, ...params)
    .map(({ hook, running, running_since, job, end, code, signal, duration_ms, ended_at }) => ({
      hook,
      running: running === null || running_since === null ? null : { job: running, since: iso(running_since) },
      result:
        job === null || end === null || ended_at === null
          ? null
          : { job, end, code, signal, durationMs: duration_ms ?? 0, endedAt: iso(ended_at) },
    }))
}

/** Returns the hooks that run, of one lane or of all. */
export const runningHooks = (
  db: Reader,
  visibility: Visibility,
  lane?: number,
): readonly { readonly lane: number; readonly hook: HookName; readonly job: string }[] => {
  const filter = new Filter(visibility, 'owner').and('running is not null')
  if (lane !== undefined) filter.and('lane = ?', lane)
  return db.all(`select lane, hook, running as job from p_stack_hook ${filter.where} order by lane`, ...filter.params)
}
