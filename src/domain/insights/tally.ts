const SEPARATOR = '\u001f'

/** A counter under its name: `kind` and the parts it is of. */
export interface Counted {
  readonly parts: readonly string[]
  readonly n: number
}

/**
 * Whole numbers under names. What sessions contribute is added up and can be taken back: the sum depends neither on the
 * order nor on how often a session was counted anew.
 */
export class Tally {
  readonly #counts: Map<string, number>

  constructor(counts: Iterable<readonly [string, number]> = []) {
    this.#counts = new Map(counts)
  }

  add(n: number, kind: string, ...parts: readonly string[]): void {
    if (n !== 0) this.#bump([kind, ...parts.map((part) => part.replaceAll(SEPARATOR, ' '))].join(SEPARATOR), n)
  }

  /** Adds all of another tally, or takes it back. */
  merge(other: Tally, sign: 1 | -1 = 1): void {
    for (const [name, n] of other.#counts) this.#bump(name, sign * n)
  }

  get(kind: string, ...parts: readonly string[]): number {
    return this.#counts.get([kind, ...parts].join(SEPARATOR)) ?? 0
  }

  /** All counters, by kind: the most frequent first, then by name. */
  byKind(): (kind: string) => readonly Counted[] {
    const kinds = new Map<string, Counted[]>()
    for (const [name, n] of this.#counts) {
      const [kind = '', ...parts] = name.split(SEPARATOR)
      const counted = kinds.get(kind)
      if (counted === undefined) kinds.set(kind, [{ parts, n }])
      else counted.push({ parts, n })
    }
    for (const counted of kinds.values()) counted.sort((a, b) => b.n - a.n || compare(a.parts, b.parts))
    return (kind) => kinds.get(kind) ?? []
  }

  entries(): readonly (readonly [string, number])[] {
    return [...this.#counts]
  }

  #bump(name: string, n: number): void {
    const sum = (this.#counts.get(name) ?? 0) + n
    if (sum === 0) this.#counts.delete(name)
    else this.#counts.set(name, sum)
  }
}

const compare = (a: readonly string[], b: readonly string[]): number => {
  const [left, right] = [a.join(SEPARATOR), b.join(SEPARATOR)]
  return left < right ? -1 : left > right ? 1 : 0
}
