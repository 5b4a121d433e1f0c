import { partsOf } from './tally.js'

/** Numbers for the names of counters, and the parts of each name. */
export class Names {
  readonly #ids = new Map<string, number>()
  readonly #names: string[] = []
  readonly #parts: (readonly string[] | undefined)[] = []
  readonly #kinds: string[] = []
  readonly #byKind = new Map<string, number[]>()

  idOf(name: string): number {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    const id = this.#names.length
    this.#ids.set(name, id)
    this.#names.push(name)
    const [kind] = partsOf(name)
    this.#kinds.push(kind)
    const same = this.#byKind.get(kind)
    if (same === undefined) this.#byKind.set(kind, [id])
    else same.push(id)
    return id
  }

  kindOf(id: number): string {
    return this.#kinds[id] ?? ''
  }

  /** Returns the parts of a name after its kind. */
  partsOf(id: number): readonly string[] {
    return (this.#parts[id] ??= partsOf(this.#names[id] ?? '').slice(1))
  }

  ofKind(kind: string): readonly number[] {
    return this.#byKind.get(kind) ?? []
  }

  get size(): number {
    return this.#names.length
  }
}
