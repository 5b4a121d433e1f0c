/** One family of the Prometheus text format, with the labels of each of its series. */
export interface Family {
  readonly type: string
  readonly help: string
  readonly series: ReadonlyMap<string, readonly Readonly<Record<string, string>>[]>
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g

/** Parses an exposition into families by name. Throws on an invalid line or one outside its family. */
export const readExposition = (text: string): ReadonlyMap<string, Family> => {
  const families = new Map<string, Family & { series: Map<string, Readonly<Record<string, string>>[]> }>()
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, comment, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (comment !== undefined) {
      const held = families.get(name) ?? { type: '', help: '', series: new Map() }
      families.set(name, { ...held, ...(comment === 'HELP' ? { help: rest } : { type: rest }) })
      continue
    }
    const [, series = '', labels = '', value] = SAMPLE.exec(line) ?? []
    const family = families.get(series) ?? families.get(series.replace(/_(?:bucket|sum|count)$/, ''))
    if (family === undefined || Number.isNaN(Number(value?.replace('+Inf', 'Infinity')))) throw new Error(line)
    const found = Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, text]) => [label, text]))
    family.series.set(series, [...(family.series.get(series) ?? []), found])
  }
  return families
}

/** A selector in a PromQL expression. */
export interface Selector {
  readonly name: string
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[]
  readonly within: string | null
}

const FUNCTIONS = new Set(['sum', 'max', 'rate', 'increase', 'delta', 'resets', 'histogram_quantile', 'absent'])
const OPERATORS = new Set(['and', 'or', 'unless'])

/**
 * Returns the selectors and the grouping labels of an expression. Every identifier that is not a known function,
 * operator or label counts as a series, so that misspelled names are found.
 */
export const readExpression = (expression: string) => {
  const labels: string[] = []
  const ungrouped = expression.replace(/\bby \(([^)]*)\)/g, (_, names: string) => {
    labels.push(...names.split(',').map((name) => name.trim()))
    return ''
  })
  const selectors: Selector[] = []
  const WORD = /([a-zA-Z_]\w*)(?:\s*\{([^}]*)\})?/g
  const called: string[] = []
  for (const { 1: word = '', 2: braces = '', index } of ungrouped.matchAll(WORD)) {
    if (/\[[^\]]*$/.test(ungrouped.slice(0, index))) continue
    if (OPERATORS.has(word)) continue
    if (FUNCTIONS.has(word)) {
      called.push(word)
      continue
    }
    const matchers = [...braces.matchAll(/(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g)].map(
      ([, label = '', operator = '', value = '']) => ({ label, operator, value }),
    )
    selectors.push({ name: word, matchers, within: called.at(-1) ?? null })
  }
  return { selectors, labels }
}
