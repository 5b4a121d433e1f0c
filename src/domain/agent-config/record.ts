/** A parsed object of a file whose form nobody guarantees. */
export type Loose = Readonly<Record<string, unknown>>

/** Returns a value as an object; an empty one for anything else. */
export const loose = (value: unknown): Loose => (isLoose(value) ? value : {})

export const looseList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOr = <B>(value: unknown, other: B): string | B => (typeof value === 'string' ? value : other)

/** Returns the texts of a list, or a text alone, as manifests have both. */
export const texts = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : looseList(value).filter((item): item is string => typeof item === 'string')

export const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
