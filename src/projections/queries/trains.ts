import { userNumber } from '../../domain/access/author.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { LandWay } from '../../domain/land/request.js'
import { type Instant, iso } from '../../domain/time.js'
import type { Train, TrainEnd, TrainOutcome } from '../../domain/train/train.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { laneNames } from './lanes.js'

interface TrainRow {
  readonly train: string
  readonly repository: string
  readonly base: string
  readonly how: LandWay
  /** JSON. */
  readonly lanes: string
  readonly started_at: Instant
  readonly by: string
  readonly ended_at: Instant | null
  readonly reason: TrainEnd | null
}

interface StepRow {
  readonly train: string
  readonly lane: number
  readonly outcome: TrainOutcome
  readonly landed: string | null
  /** JSON. */
  readonly details: string
  readonly told: number
  readonly at: Instant
}

const COLUMNS = 'train, repository, base, how, lanes, started_at, by, ended_at, reason'

const stepsOf = (db: Reader, trains: readonly TrainRow[]): ReadonlyMap<string, readonly StepRow[]> => {
  const rows = db.all<StepRow>(
    `select train, lane, outcome, landed, details, told, at from p_train_lane
     where train in (select value from json_each(?)) order by train, at`,
    JSON.stringify(trains.map(({ train }) => train)),
  )
  const byTrain = new Map<string, StepRow[]>()
  for (const row of rows) byTrain.set(row.train, [...(byTrain.get(row.train) ?? []), row])
  return byTrain
}

const listIn = <T>(json: string): readonly T[] => JSON.parse(json) as readonly T[]

const shaped = (db: Reader, visibility: Visibility, trains: readonly TrainRow[]) => {
  if (trains.length === 0) return []
  const steps = stepsOf(db, trains)
  const titles = new Map(laneNames(db, visibility).map(({ id, title, cwd }) => [id, title ?? cwd]))
  return trains.map((row) => {
    const done = new Map((steps.get(row.train) ?? []).map((step) => [step.lane, step]))
    return {
      id: row.train,
      repository: row.repository,
      base: row.base,
      how: row.how,
      started_at: iso(row.started_at),
      by: userNumber(row.by),
      ended_at: iso(row.ended_at),
      end: row.reason,
      lanes: listIn<number>(row.lanes).map((lane) => {
        const step = done.get(lane)
        return {
          lane_id: lane,
          /** Null for a lane that is gone, or no longer the reader's. */
          title: titles.get(lane) ?? null,
          outcome: step?.outcome ?? null,
          commit: step?.landed ?? null,
          details: step === undefined ? [] : listIn<string>(step.details),
          told: step?.told === 1,
          at: step === undefined ? null : iso(step.at),
        }
      }),
    }
  })
}

export type TrainShape = ReturnType<typeof shaped>[number]

/** Trains that are listed. */
const MOST = 20

/** Returns the newest trains, those that run first. */
export const newestTrains = (db: Reader, visibility: Visibility): readonly TrainShape[] => {
  const { where, params } = new Filter(visibility, 'owner').and('reason is null')
  const running = db.all<TrainRow>(`select ${COLUMNS} from p_train ${where} order by started_at desc`, ...params)
  const over = new Filter(visibility, 'owner').and('reason is not null')
  const ended = db.all<TrainRow>(
    `select ${COLUMNS} from p_train ${over.where} order by started_at desc limit ?`,
    ...over.params,
    MOST,
  )
  return shaped(db, visibility, [...running, ...ended])
}

export const trainById = (db: Reader, visibility: Visibility, id: string): TrainShape | undefined => {
  const { where, params } = new Filter(visibility, 'owner').and('train = ?', id)
  return shaped(db, visibility, db.all<TrainRow>(`select ${COLUMNS} from p_train ${where}`, ...params))[0]
}

/** Returns the ids of the trains that run. */
export const runningTrains = (db: Reader, visibility: Visibility): readonly string[] => {
  const { where, params } = new Filter(visibility, 'owner').and('reason is null')
  return db.all<{ train: string }>(`select train from p_train ${where}`, ...params).map(({ train }) => train)
}

/** Returns the train that runs for a base; null if none does. */
export const trainRunningFor = (
  db: Reader,
  visibility: Visibility,
  { repository, base }: Pick<Train, 'repository' | 'base'>,
): string | null => {
  const { where, params } = new Filter(visibility, 'owner')
    .and('reason is null')
    .and('repository = ? and base = ?', repository, base)
  return db.get<{ train: string }>(`select train from p_train ${where}`, ...params)?.train ?? null
}

/** Returns a train as its commands see it; null if it does not exist. */
export const knownTrain = (db: Reader, visibility: Visibility, id: string): Train | null => {
  const { where, params } = new Filter(visibility, 'owner').and('train = ?', id)
  const row = db.get<TrainRow>(`select ${COLUMNS} from p_train ${where}`, ...params)
  if (row === undefined) return null
  const { repository, base, how, reason } = row
  const steps = (stepsOf(db, [row]).get(id) ?? []).map(({ lane, outcome, landed, details, told }) => ({
    lane,
    outcome,
    commit: landed,
    details: listIn<string>(details),
    told: told === 1,
  }))
  return { id, repository, base, how, lanes: listIn<number>(row.lanes), steps, end: reason }
}
