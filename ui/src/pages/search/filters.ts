import { filtersOf, type Operator, parseSearch, writeSearch } from '../../../../src/domain/search/operators.js'
import { startOfDay } from '../../format/days.js'

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
    ...(after === undefined ? {} : { since: startOfDay(after).toISOString() }),
    ...(before === undefined ? {} : { until: new Date(startOfDay(before).getTime() - 1).toISOString() }),
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
