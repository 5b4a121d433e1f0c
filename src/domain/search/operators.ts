// The dashboard runs this file too, so it must not import anything.

const PEOPLE = ['you', 'agent', 'tool'] as const
const OPERATOR = /^(-?project|after|before|from|tool|file):(.*)$/is
const CIVIL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

type Key = 'project' | '-project' | 'after' | 'before' | 'from' | 'tool' | 'file'

/** A filter in the text of a search, such as `project:shop`. */
export interface Operator {
  readonly key: Key
  readonly value: string
}

export interface ParsedSearch {
  /** The text without its operators. */
  readonly terms: string
  readonly operators: readonly Operator[]
}

/** What the operators of a search ask for together. */
export interface SearchFilters {
  readonly projects: readonly string[]
  readonly withoutProjects: readonly string[]
  /** The first day, as `YYYY-MM-DD`. */
  readonly after: string | undefined
  /** The first day that is excluded. */
  readonly before: string | undefined
  readonly from: readonly (typeof PEOPLE)[number][]
  /** Names of tools that the line calls. */
  readonly tools: readonly string[]
  /** Paths, or parts of them, that a tool call in the line names. */
  readonly files: readonly string[]
}

const isDay = (value: string): boolean => {
  const [, year, month, day] = CIVIL_DATE.exec(value) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

const isValid = ({ key, value }: Operator): boolean => {
  if (key === 'after' || key === 'before') return isDay(value)
  if (key === 'from') return PEOPLE.some((one) => one === value)
  return value !== ''
}

/**
 * Parses the text of a search. A word is an operator if it is not quoted, its key is known and its value is valid; any other word
 * is searched for. A value with spaces is quoted: `project:"my shop"`.
 */
export const parseSearch = (text: string): ParsedSearch => {
  const terms: string[] = []
  const operators: Operator[] = []
  for (const [word] of text.matchAll(/(?:-?[a-z]+:|-)?"[^"]*"?|[^\s"]+/gi)) {
    const [, key = '', raw = ''] = OPERATOR.exec(word) ?? []
    const name = key.toLowerCase() as Key
    const quoted = raw.replace(/^"(.*?)"?$/s, '$1').trim()
    const operator: Operator = { key: name, value: name === 'from' ? quoted.toLowerCase() : quoted }
    if (key !== '' && isValid(operator)) operators.push(operator)
    else terms.push(word)
  }
  // The space at the end says that the last word is complete.
  const isComplete = /\s$/.test(text) && terms.length > 0 && operators.length === 0
  return { terms: `${terms.join(' ')}${isComplete ? ' ' : ''}`, operators }
}

/** Returns the filters of the operators. Of two dates the later `after` and the earlier `before` count. */
export const filtersOf = (operators: readonly Operator[]): SearchFilters => {
  const valuesOf = (key: Key): readonly string[] => [
    ...new Set(operators.filter((one) => one.key === key).map(({ value }) => value)),
  ]
  return {
    projects: valuesOf('project'),
    withoutProjects: valuesOf('-project'),
    after: valuesOf('after').toSorted().at(-1),
    before: valuesOf('before').toSorted()[0],
    from: PEOPLE.filter((one) => valuesOf('from').includes(one)),
    tools: valuesOf('tool'),
    files: valuesOf('file'),
  }
}

/** Writes an operator as it is typed. */
export const writeOperator = ({ key, value }: Operator): string =>
  `${key}:${/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`

/** Writes a search as it is typed: the terms, then the operators. */
export const writeSearch = ({ terms, operators }: ParsedSearch): string =>
  operators.length === 0 ? terms : [terms.trim(), ...operators.map(writeOperator)].filter(Boolean).join(' ')
