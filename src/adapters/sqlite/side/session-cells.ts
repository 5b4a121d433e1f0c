import type { QuarterCounts } from '../../../domain/insights/occurrences.js'
import type { Names } from '../../../domain/insights/names.js'
import type { Cells } from '../../../domain/insights/period-sums.js'
import { partsOf } from '../../../domain/insights/tally.js'
import { type Topic, topicOf } from '../../../domain/insights/topics.js'
import { packed, unpacked } from './varints.js'

/** The counts of a session in one topic, as they are stored. */
export interface StoredCells {
  readonly names: string
  readonly cells: Buffer
}

/**
 * Encodes counts by topic as names and numbers: for each quarter hour its distance from the last, how many counts, and these. Also
 * returns the first and the last quarter hour.
 */
export const encoded = (quarters: QuarterCounts) => {
  const topics = new Map<Topic, { readonly indexes: Map<string, number>; readonly numbers: number[]; last: number }>()
  const ordered = [...quarters].toSorted(([a], [b]) => a - b)
  for (const [quarter, counts] of ordered) {
    for (const [topic, own] of byTopic(counts)) {
      let part = topics.get(topic)
      if (part === undefined) topics.set(topic, (part = { indexes: new Map(), numbers: [], last: 0 }))
      const { indexes, numbers } = part
      numbers.push(quarter - part.last, own.length)
      part.last = quarter
      for (const [name, n] of own) {
        let index = indexes.get(name)
        if (index === undefined) indexes.set(name, (index = indexes.size))
        numbers.push(index, n)
      }
    }
  }
  const stored = new Map<Topic, StoredCells>()
  for (const [topic, { indexes, numbers }] of topics) {
    stored.set(topic, { names: JSON.stringify([...indexes.keys()]), cells: packed(numbers) })
  }
  return { stored, first: ordered[0]?.[0] ?? 0, last: ordered.at(-1)?.[0] ?? 0 }
}

const byTopic = (counts: ReadonlyMap<string, number>): ReadonlyMap<Topic, (readonly [name: string, n: number])[]> => {
  const topics = new Map<Topic, (readonly [name: string, n: number])[]>()
  for (const count of counts) {
    const topic = topicOf(partsOf(count[0])[0])
    const own = topics.get(topic)
    if (own === undefined) topics.set(topic, [count])
    else own.push(count)
  }
  return topics
}

const idsOf = (row: StoredCells, names: Names): readonly number[] =>
  (JSON.parse(row.names) as string[]).map((name) => names.idOf(name))

/** Returns the counts by quarter hour, in order. */
export const byQuarter = (row: StoredCells, names: Names): Cells => {
  const ids = idsOf(row, names)
  const numbers = unpacked(row.cells)
  let many = 0
  for (let i = 0; i < numbers.length; ) {
    const size = numbers[i + 1] ?? 0
    many += size
    i += 2 + 2 * size
  }
  const cells = { quarters: new Int32Array(many), ids: new Int32Array(many), counts: new Float64Array(many) }
  let [quarter, at] = [0, 0]
  for (let i = 0; i < numbers.length; ) {
    quarter += numbers[i++] ?? 0
    for (let size = numbers[i++] ?? 0; size > 0; size--) {
      cells.quarters[at] = quarter
      cells.ids[at] = ids[numbers[i++] ?? 0] ?? 0
      cells.counts[at++] = numbers[i++] ?? 0
    }
  }
  return cells
}

/** Returns the counts of the whole session, each once with its newest quarter hour. */
export const asWhole = (row: StoredCells, names: Names): Cells => {
  const ids = Int32Array.from(idsOf(row, names))
  const numbers = unpacked(row.cells)
  const cells = { quarters: new Int32Array(ids.length), ids, counts: new Float64Array(ids.length) }
  let quarter = 0
  for (let i = 0; i < numbers.length; ) {
    quarter += numbers[i++] ?? 0
    for (let size = numbers[i++] ?? 0; size > 0; size--) {
      const index = numbers[i++] ?? 0
      cells.quarters[index] = quarter
      cells.counts[index] = (cells.counts[index] ?? 0) + (numbers[i++] ?? 0)
    }
  }
  return cells
}
