const SEPARATOR = '\u001f'

/** A counter with the parts of its name after the kind. */
export interface Counted {
  readonly parts: readonly string[]
  readonly n: number
}

/**
 * Named whole-number counters. Contributions of sessions can be added and subtracted, so the sums depend neither on the order of
 * sessions nor on how often one was recounted.
 */
export class Tally {
  /** By kind, then by the rest of the name. Some kinds have as many counters as there are sessions. */
  readonly #kinds = new Map<string, Map<string, number>>()

  constructor(counts: Iterable<readonly [string, number]> = []) {
    for (const [name, n] of counts) {
      const end = name.indexOf(SEPARATOR)
      if (end < 0) this.#bump(name, '', n)
      else this.#bump(name.slice(0, end), name.slice(end + 1), n)
    }
  }

  add(n: number, kind: string, ...parts: readonly string[]): void {
    if (n !== 0) this.#bump(kind, restOf(parts), n)
  }

  /** Adds all counters of another tally, or subtracts them. */
  merge(other: Tally, sign: 1 | -1 = 1): void {
    for (const [kind, counts] of other.#kinds) for (const [name, n] of counts) this.#bump(kind, name, sign * n)
  }

  get(kind: string, ...parts: readonly string[]): number {
    return this.#kinds.get(kind)?.get(parts.join(SEPARATOR)) ?? 0
  }

  /** Returns the counters of a kind, the most frequent first, then by name. */
  of(kind: string): readonly Counted[] {
    return [...(this.#kinds.get(kind) ?? [])].toSorted(inOrder).map(counted)
  }

  /** Returns the counters of a kind whose names have a single part, unordered. */
  counts(kind: string): ReadonlyMap<string, number> {
    return this.#kinds.get(kind) ?? new Map()
  }

  /** Returns the most frequent counters of a kind without sorting all of them. */
  top(kind: string, most: number): readonly Counted[] {
    const best: Entry[] = []
    for (const entry of this.#kinds.get(kind) ?? []) {
      const last = best.at(-1)
      if (best.length === most && last !== undefined && inOrder(last, entry) < 0) continue
      best.push(entry)
      best.sort(inOrder)
      best.length = Math.min(best.length, most)
    }
    return best.map(counted)
  }

  entries(): readonly (readonly [string, number])[] {
    return [...this.#kinds].flatMap(([kind, counts]) =>
      [...counts].map(([name, n]) => [name === '' ? kind : kind + SEPARATOR + name, n] as const),
    )
  }

  #bump(kind: string, name: string, n: number): void {
    const counts = this.#kinds.get(kind) ?? new Map<string, number>()
    if (counts.size === 0) this.#kinds.set(kind, counts)
    const sum = (counts.get(name) ?? 0) + n
    if (sum === 0) counts.delete(name)
    else counts.set(name, sum)
  }
}

type Entry = readonly [name: string, n: number]

const restOf = (parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll(SEPARATOR, ' ')).join(SEPARATOR)

/** Returns the full name of a counter: its kind and the parts after it. */
export const nameOf = (kind: string, ...parts: readonly string[]): string =>
  parts.length === 0 ? kind : kind + SEPARATOR + restOf(parts)

/** Splits the full name of a counter. */
export const partsOf = (name: string): readonly [kind: string, ...parts: string[]] => {
  const [kind = '', ...parts] = name.split(SEPARATOR)
  return [kind, ...parts]
}

const inOrder = ([a, n]: Entry, [b, m]: Entry): number => m - n || (a < b ? -1 : a > b ? 1 : 0)
const counted = ([name, n]: Entry): Counted => ({ parts: name.split(SEPARATOR), n })
