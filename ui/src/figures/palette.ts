/** The colours of drawings: none of them means a state. What comes after the sixth is "other". */
export const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)'] as const
export const OTHER = 'var(--c-other)'

export interface Key {
  readonly name: string
  readonly colour: string
}

/** A colour for each of the first names; the rest shares one, and a name where its key is shown. */
export function keysOf(
  names: readonly string[],
  rest = '',
): {
  readonly keys: readonly Key[]
  readonly colourOf: (name: string) => string
} {
  const keys = names.slice(0, COLOURS.length).map((name, index) => ({ name, colour: COLOURS[index] ?? OTHER }))
  const colours = new Map(keys.map(({ name, colour }) => [name, colour]))
  return {
    keys: names.length > keys.length ? [...keys, { name: rest, colour: OTHER }] : keys,
    colourOf: (name) => colours.get(name) ?? OTHER,
  }
}
