/** The colours of drawings: none of them means a state. What comes after the fifth is "other". */
export const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)'] as const
export const OTHER = 'var(--c-other)'

export interface Key {
  readonly name: string
  readonly colour: string
}

/** Returns a colour for each of the first names. The others share one, whose key is named `rest`. */
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

/** How many shades a family has. */
const SHADES = 3

/** Returns a colour in one of its shades, the first unchanged. */
const shaded = (colour: string, shade: number): string =>
  shade === 0 ? colour : colour.replace(')', `-${Math.min(shade + 1, SHADES)})`)

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/opus/i, 'var(--c1)'],
  [/sonnet/i, 'var(--c2)'],
  [/^gpt|^o\d|codex/i, 'var(--c3)'],
  [/haiku/i, 'var(--c4)'],
]

/** The colour of a model's family. It is the same on every page. */
export const familyColour = (model: string): string => FAMILIES.find(([name]) => name.test(model))?.[1] ?? 'var(--c5)'

/** Returns a colour for each model: that of its family, lighter for each further model of the family. */
export function modelColours(models: readonly string[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>()
  return new Map(
    models.map((model) => {
      const colour = familyColour(model)
      const shade = seen.get(colour) ?? 0
      seen.set(colour, shade + 1)
      return [model, shaded(colour, shade)]
    }),
  )
}

/** The colours of the agent tools. */
export const PROVIDER_COLOURS = { claude: 'var(--c1)', codex: 'var(--c3)' } as const
