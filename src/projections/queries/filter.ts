import type { Visibility } from '../../domain/access/visibility.js'
import type { SqlValue } from '../sql.js'
import { type OwnedBy, visible } from './visible.js'

/** Conditions of a query, collected with their parameters. Every value is bound, never written into the SQL text. */
export class Filter {
  readonly #conditions: string[] = []
  readonly #params: SqlValue[] = []

  /** @param owned the columns that lead to the owners of a row; all of them must be visible */
  constructor(visibility: Visibility, ...owned: readonly [OwnedBy, ...OwnedBy[]]) {
    for (const column of owned) {
      const condition = visible(visibility, column)
      if (condition !== null) this.and(condition.sql, ...condition.values)
    }
  }

  and(condition: string, ...params: readonly SqlValue[]): this {
    this.#conditions.push(condition)
    this.#params.push(...params)
    return this
  }

  /** Requires that another column leads to a visible row too, or that the row meets a condition without parameters. */
  visibleOr(visibility: Visibility, column: OwnedBy, condition: string): this {
    const owned = visible(visibility, column)
    return owned === null ? this : this.and(`(${condition} or ${owned.sql})`, ...owned.values)
  }

  /** Requires a column to have one of the values; no values mean no filter. */
  in(column: string, values: readonly string[]): this {
    if (values.length === 0) return this
    // An equality keeps the time order of an index that has the time as its next column; a list would require a sort of all its
    // rows.
    if (values.length === 1) return this.and(`${column} = ?`, values[0] ?? '')
    return this.and(`${column} in (select value from json_each(?))`, JSON.stringify(values))
  }

  get where(): string {
    return this.#conditions.length === 0 ? '' : `where ${this.#conditions.join(' and ')}`
  }

  /** Returns the conditions with one more that needs no parameter. */
  whereAnd(condition: string): string {
    return `where ${[...this.#conditions, condition].join(' and ')}`
  }

  get params(): readonly SqlValue[] {
    return this.#params
  }

  get isEmpty(): boolean {
    return this.#conditions.length === 0
  }
}

/** Escapes a text for a LIKE pattern, so that `%` and `_` match literally. */
export const literally = (text: string): string => text.slice(0, 1000).replace(/[\\%_]/g, '\\$&')

/** Returns a LIKE pattern that finds a text anywhere in a column. */
export const containing = (text: string): string => `%${literally(text)}%`

export interface Scope {
  readonly sources: readonly string[]
  readonly providers: readonly string[]
}
