import type { EventType, Recorded } from '../events/envelope.js'
import type { Db } from './sql.js'
import type { Touched } from './touched.js'

/**
 * Streams that are being deleted from the log. Their events can still be read, and those of any other stream, page by page in log
 * order.
 */
export interface Erasure {
  readonly streams: ReadonlySet<number>
  /** Whether all sessions are erased: tables of session data need no subtraction. */
  readonly everything: boolean
  readonly eventsOf: (stream: number) => Iterable<readonly Recorded[]>
}

/**
 * A read model as data: its tables, the events it reads, and a synchronous function over a batch of them. It may read its own
 * tables and those of the projections it `uses`, never the clock, files or settings: the same log gives the same rows, now and in
 * a rebuild. Raise `version` when the same log gives different rows.
 */
export interface Projection {
  readonly name: string
  readonly version: number
  /** `create table p_…` and `create index i_…` statements. */
  readonly ddl: readonly string[]
  readonly tables: readonly string[]
  readonly reads: ReadonlySet<EventType>
  /** The projections whose tables it reads. All of them come before it in the registry. */
  readonly uses: readonly string[]
  readonly apply: (events: readonly Recorded[], db: Db, touched: Touched) => void
  /** Changes the tables to what a rebuild without these streams would give. */
  readonly clear: (erasure: Erasure, db: Db) => void
}

type Definition = Omit<Projection, 'reads' | 'tables' | 'uses'> & {
  readonly reads: readonly EventType[]
  readonly uses?: readonly string[]
}

export const defineProjection = (definition: Definition) =>
  ({
    uses: [],
    ...definition,
    reads: new Set(definition.reads),
    tables: definition.ddl.flatMap((statement) => /^\s*create table (\w+)/i.exec(statement)?.[1] ?? []),
  }) satisfies Projection
