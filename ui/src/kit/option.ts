import type { ReactNode } from 'react'

/** One value that a select, a facet or a combobox offers. */
export interface Option<T extends string = string> {
  readonly value: T
  readonly label: string
  readonly icon?: ReactNode
  /** How many rows have this value. */
  readonly count?: number | undefined
  /** A short note after the label. */
  readonly note?: string | undefined
}

/** Returns options whose labels are given in pairs. */
export const optionsOf = <T extends string>(pairs: readonly (readonly [T, string])[]): readonly Option<T>[] =>
  pairs.map(([value, label]) => ({ value, label }))

/** Adds chosen values that are not among the options: a value from the address may no longer be in use, but still filters. */
export const withChosen = <T extends string>(
  options: readonly Option<T>[],
  chosen: readonly T[],
  labelOf: (value: T) => string = (value) => value,
): readonly Option<T>[] => [
  ...chosen
    .filter((value) => options.every((option) => option.value !== value))
    .map((value) => ({ value, label: labelOf(value) })),
  ...options,
]
