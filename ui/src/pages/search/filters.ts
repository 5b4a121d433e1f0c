import { filtersOf, type Operator, parseSearch, writeSearch } from '../../../../src/domain/search/operators.js'

/** Returns the first moment of a day in the user's time zone. */
const startOf = (day: string): Date => new Date(`${day}T00:00:00`)

/** Whether a text searches for anything. Filters alone do not, except a tool or a file. */
export function isSearch(text: string): boolean {
  const { terms, operators } = parseSearch(text)
  return terms.trim() !== '' || operators.some(({ key }) => key === 'tool' || key === 'file')
}

/** The text of a search as the service takes it: its terms and its filters. Days are those of the user. */
export function queryOf(text: string) {
  const { terms, operators } = parseSearch(text)
  const { projects, withoutProjects, after, before, from, tools, files } = filtersOf(operators)
  return {
    q: terms,
    ...(projects.length === 0 ? {} : { project: projects }),
    ...(withoutProjects.length === 0 ? {} : { not_project: withoutProjects }),
    ...(from.length === 0 ? {} : { speaker: from }),
    ...(tools.length === 0 ? {} : { tool: tools }),
    ...(files.length === 0 ? {} : { file: files }),
    ...(after === undefined ? {} : { since: startOf(after).toISOString() }),
    ...(before === undefined ? {} : { until: new Date(startOf(before).getTime() - 1).toISOString() }),
  }
}

/** Replaces the operators of a key. */
export function withOperators(text: string, key: Operator['key'], values: readonly string[]): string {
  const { terms, operators } = parseSearch(text)
  return writeSearch({
    terms,
    operators: [...operators.filter((one) => one.key !== key), ...values.map((value) => ({ key, value }))],
  })
}

/** Returns a day as it is typed, so many days before today. */
export function dayBefore(days: number, today = new Date()): string {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
