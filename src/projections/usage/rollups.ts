import { DAY, quarterOf } from '../../domain/time.js'
import type { Db, SqlValue } from '../sql.js'
import { COUNTS, type Message } from './message.js'

/** The rollups and their keys; the counts follow in each. */
const ROLLUPS = {
  session: ['stream', 'agent', 'day'],
  day: ['day', 'owner', 'source', 'provider'],
  quarter: ['quarter', 'owner', 'source', 'provider'],
  session_quarter: ['quarter', 'stream'],
} as const
type Rollup = keyof typeof ROLLUPS
const RATE_KEYS = ['model', 'speed', 'geo', 'tier', 'context'] as const

/** Sums that a batch changes, written once per key. */
export class Rollups {
  readonly #moved = new Map<string, { rollup: Rollup; key: readonly SqlValue[]; sums: number[] }>()

  add(m: Message, sign: 1 | -1): void {
    // A message known only from another's progress lines counts in the session, not in the agent.
    const agent = m.embedded ? '' : (m.agent ?? '')
    const day = Math.floor(m.at / DAY)
    this.#tally('session', [m.stream, agent, day], m, sign)
    this.#tally('day', [day, m.owner, m.source, m.provider], m, sign)
    const quarter = quarterOf(m.at)
    this.#tally('quarter', [quarter, m.owner, m.source, m.provider], m, sign)
    this.#tally('session_quarter', [quarter, m.stream], m, sign)
  }

  write(db: Db): void {
    for (const { rollup, key, sums } of this.#moved.values()) {
      db.run(ADD_TO[rollup], ...key, ...sums)
      // A message that moved to another owner may leave an empty row.
      if ((sums[0] ?? 0) >= 0) continue
      const conditions = [...ROLLUPS[rollup], ...RATE_KEYS].map((column) => `${column} = ?`).join(' and ')
      db.run(`delete from p_usage_${rollup} where ${conditions} and messages = 0`, ...key)
    }
  }

  #tally(rollup: Rollup, place: readonly SqlValue[], m: Message, sign: 1 | -1): void {
    const name = `${rollup}\u0000${place.join('\u0000')}\u0000${m.model}\u0000${m.speed}\u0000${m.geo}\u0000${m.tier}\u0000${m.context}`
    let entry = this.#moved.get(name)
    if (entry === undefined) {
      const key = [...place, m.model, m.speed, m.geo, m.tier, m.context]
      entry = { rollup, key, sums: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }
      this.#moved.set(name, entry)
    }
    const { sums } = entry
    const add = (i: number, count: number): void => {
      sums[i] = (sums[i] ?? 0) + sign * count
    }
    add(0, 1)
    add(1, m.input)
    add(2, m.output)
    add(3, m.cacheRead)
    add(4, m.cacheWrite)
    add(5, m.cacheWrite1h)
    add(6, m.webSearch)
    add(7, m.webFetch)
    add(8, m.codeExecution)
    add(9, m.freeExecution)
  }
}

const ADD = COUNTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')

const addTo = (rollup: Rollup): string => {
  const places = [...ROLLUPS[rollup], ...RATE_KEYS, 'messages', ...COUNTS].map(() => '?').join(', ')
  return `insert into p_usage_${rollup} values (${places})
          on conflict do update set messages = messages + excluded.messages, ${ADD}`
}
const ADD_TO: Readonly<Record<Rollup, string>> = {
  session: addTo('session'),
  day: addTo('day'),
  quarter: addTo('quarter'),
  session_quarter: addTo('session_quarter'),
}
