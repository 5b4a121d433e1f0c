import { t } from '../i18n/i18n.js'

/** The colours of drawings: none of them means a state. What comes after the sixth is "other". */
export const COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)'] as const
export const OTHER = 'var(--c-other)'

export interface Key {
  readonly name: string
  readonly colour: string
}

/** A colour for each of the first names; the rest shares one. */
export function keysOf(names: readonly string[]): {
  readonly keys: readonly Key[]
  readonly colourOf: (name: string) => string
} {
  const keys = names.slice(0, COLOURS.length).map((name, index) => ({ name, colour: COLOURS[index] ?? OTHER }))
  const colours = new Map(keys.map(({ name, colour }) => [name, colour]))
  return {
    keys: names.length > keys.length ? [...keys, { name: t('figure.other'), colour: OTHER }] : keys,
    colourOf: (name) => colours.get(name) ?? OTHER,
  }
}
