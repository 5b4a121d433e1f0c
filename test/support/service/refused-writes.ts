import { SqliteLog } from '../../../src/adapters/sqlite/log.js'
import type { EventType } from '../../../src/events/envelope.js'

/** Each commit is tried once as a whole and once step by step. */
const TRIES_OF_A_COMMIT = 2

const real = Reflect.get<SqliteLog, 'append'>(SqliteLog.prototype, 'append')
let refused = new Map<string, number>()

/** Lets the log refuse events of some types, as a full disk does: the next one of each, or all until `acceptWrites`. */
export const refuseWrites = (types: readonly EventType[], which: 'next' | 'all'): void => {
  refused = new Map(types.map((type) => [type, which === 'next' ? TRIES_OF_A_COMMIT : Number.POSITIVE_INFINITY]))
  SqliteLog.prototype.append = function append(stream, event) {
    const left = refused.get(event.type) ?? 0
    if (left === 0) return real.call(this, stream, event)
    refused.set(event.type, left - 1)
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  }
}

/** Ends the refusals. Returns the types of which fewer events came than were to be refused. */
export const acceptWrites = (): readonly string[] => {
  SqliteLog.prototype.append = real
  const unused = [...refused].filter(([, left]) => left > 0 && left < Number.POSITIVE_INFINITY)
  refused = new Map()
  return unused.map(([type]) => type)
}
