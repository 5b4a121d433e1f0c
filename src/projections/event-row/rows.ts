import { quarterOf } from '../../domain/time.js'
import type { Recorded } from '../../events/envelope.js'
import type { Db } from '../sql.js'
import { CountChanges, countTable } from '../count-table.js'
import type { Place } from './call.js'
import type { CountKey } from '../origin.js'
import { CountKeys } from './count-keys.js'
import { type EventLine, resultSummary } from './line.js'

/** Both tables have the same columns, so a row can be moved unchanged. */
const COLUMNS = ['at', 'id', 'stream', 'agent', 'type', 'tool', 'summary'].join(', ')
type Table = 'p_event' | 'p_event_repeat'
const GROUPS = countTable('p_event_group', ['type', 'tool', 'source', 'provider'])
const QUARTERS = countTable('p_event_quarter', ['quarter', 'source', 'provider'])

interface Counted {
  readonly stream: number
  readonly type: string
  readonly tool: string | null
  readonly at: number
}

/** Writes the rows of one batch and the counts of the listed ones. */
export class EventRows {
  readonly #groups = new CountChanges(GROUPS)
  readonly #quarters = new CountChanges(QUARTERS)

  readonly #keys: CountKeys

  constructor(private readonly db: Db) {
    this.#keys = new CountKeys(db)
  }

  /** Call before applying a batch: what is now known about its sessions applies to all their events. */
  settle(streams: ReadonlySet<number>): void {
    for (const stream of streams) {
      const before = this.#keys.renew(stream)
      if (before !== null) this.#moveCounts(stream, before, this.#keys.of(stream))
    }
  }

  /** Call after deleting the rows of a session. */
  forget(stream: number): void {
    this.#keys.remove(stream)
  }

  /** Inserts a row: into the list, or into the table of repeats if another session's row says the same. */
  insert(event: Recorded, line: EventLine, repeats: boolean): void {
    const at = Math.floor(event.occurredAt)
    this.db.run(
      `insert into ${tableOf(repeats)} (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)`,
      at,
      event.position,
      event.stream,
      line.agent,
      line.type,
      line.tool,
      line.summary,
    )
    if (!repeats) this.#count({ type: line.type, tool: line.tool, at, stream: event.stream }, 1)
  }

  remove(place: Place): void {
    const row = this.#take('p_event', place)
    if (row === undefined) this.#take('p_event_repeat', place)
    else this.#count(row, -1)
  }

  /** Moves a row, if it exists, to the table it belongs to. */
  move(place: Place, repeats: boolean): void {
    const [from, to] = [tableOf(!repeats), tableOf(repeats)]
    const row = this.#find(from, place)
    if (row === undefined) return
    this.db.run(
      `insert into ${to} (${COLUMNS}) select ${COLUMNS} from ${from} where at = ? and id = ?`,
      place.at,
      place.id,
    )
    this.db.run(`delete from ${from} where at = ? and id = ?`, place.at, place.id)
    this.#count(row, repeats ? -1 : 1)
  }

  /** Sets the tool name of a result that has none yet. */
  nameResult(place: Place, tool: string, error: string | null, repeats: boolean): void {
    const row = this.#find(tableOf(repeats), place)
    if (row === undefined || row.tool !== null) return
    this.db.run(
      `update ${tableOf(repeats)} set tool = ?, summary = ? where at = ? and id = ?`,
      tool,
      resultSummary(row.type === 'PostToolUse', tool, error),
      place.at,
      place.id,
    )
    if (repeats) return
    this.#count(row, -1)
    this.#count({ ...row, tool }, 1)
  }

  write(): void {
    this.#groups.write(this.db)
    this.#quarters.write(this.db)
  }

  #count(row: Counted, n: number, { owner, source, provider } = this.#keys.of(row.stream)): void {
    const { type, tool, at } = row
    this.#groups.add(owner, [type, tool ?? '', source, provider], n)
    this.#quarters.add(owner, [String(quarterOf(at)), source, provider], n)
  }

  #moveCounts(stream: number, from: CountKey, to: CountKey): void {
    const rows = this.db.all<Counted & Record<string, never>>(
      'select stream, type, tool, at from p_event where stream = ?',
      stream,
    )
    for (const row of rows) {
      this.#count(row, -1, from)
      this.#count(row, 1, to)
    }
  }

  #find(table: Table, { at, id }: Place): Counted | undefined {
    return this.db.get<Counted & Record<string, never>>(
      `select stream, type, tool, at from ${table} where at = ? and id = ?`,
      at,
      id,
    )
  }

  #take(table: Table, place: Place): Counted | undefined {
    const row = this.#find(table, place)
    if (row !== undefined) this.db.run(`delete from ${table} where at = ? and id = ?`, place.at, place.id)
    return row
  }
}

const tableOf = (repeats: boolean): Table => (repeats ? 'p_event_repeat' : 'p_event')
