import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { projectFinder } from './project-directories.js'
import {
  type FacetColumn,
  isMoment,
  momentFilter,
  sessionFilter,
  type SessionMatch,
  wantedOf,
} from './session-filter.js'

interface Facet {
  readonly value: string
  readonly count: number
}

type Values = Readonly<Record<FacetColumn, string | null>>
type Combination = Values & { readonly n: number }

/** A longer list is not useful to choose from; text search finds the rest. */
const MOST = 200

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns combinations of values with the number of sessions that have them. */
const combinations = (db: Reader, filter: Filter, rows: 'all' | 'matching'): readonly Combination[] => {
  const from =
    rows === 'all'
      ? `sum(n) as n from (select provider, source, status, situation, nullif(model, '') as model, nullif(cwd, '') as cwd, n
           from p_session_group ${filter.where})`
      : `count(*) as n from p_session ${filter.where}`
  return db.all<Combination>(
    `select provider, source, status, situation, model, cwd, ${from} group by provider, source, status, situation, model, cwd`,
    ...filter.params,
  )
}

/** Returns the combinations that match the conditions besides selected values; undefined without such conditions. */
const leftBy = (db: Reader, moment: Filter, match: SessionMatch): readonly Combination[] | undefined => {
  if (isMoment(match)) return combinations(db, moment, 'matching')
  return match.within === undefined ? undefined : combinations(db, moment, 'all')
}

/**
 * Returns the values to filter sessions by: all that exist, and for each the number of sessions that match the other filters.
 * Directories are counted by project.
 */
export function sessionFacets(db: Reader, visibility: Visibility, match: SessionMatch) {
  const all = combinations(db, new Filter(visibility, 'owner'), 'all')
  const moment = momentFilter(visibility, match)
  const left = leftBy(db, moment, match) ?? all
  const wanted = Object.entries(wantedOf(match)) as [FacetColumn, readonly string[]][]
  const projectOf = projectFinder(db, visibility)
  const valueOf = (values: Values, column: FacetColumn): string | null =>
    column === 'cwd' ? projectOf(values.cwd) : values[column]
  const isLeft = (values: Values, but: FacetColumn): boolean =>
    wanted.every(
      ([column, choices]) =>
        column === but ||
        choices.length === 0 ||
        choices.includes(values[column] ?? '') ||
        choices.includes(valueOf(values, column) ?? ''),
    )

  const distinct = (column: 'cwd' | 'source' | 'provider'): string[] => {
    const { sources, providers } = match
    const inScope = all.filter(
      ({ source, provider }) =>
        (sources.length === 0 || sources.includes(source ?? '')) &&
        (providers.length === 0 || providers.includes(provider ?? '')),
    )
    return [...new Set(inScope.map((values) => values[column]))].filter((value) => value !== null).toSorted(inOrder)
  }
  const counted = (column: FacetColumn): Facet[] => {
    const counts = new Map<string, number>()
    for (const combination of left) {
      const value = valueOf(combination, column)
      if (value === null || !isLeft(combination, column)) continue
      counts.set(value, (counts.get(value) ?? 0) + combination.n)
    }
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count || inOrder(a.value, b.value))
      .slice(0, MOST)
  }
  return {
    cwds: distinct('cwd'),
    sources: distinct('source'),
    providers: distinct('provider'),
    counts: {
      provider: counted('provider'),
      status: counted('status'),
      state: counted('situation'),
      model: counted('model'),
      cwd: counted('cwd'),
      source: counted('source'),
      tag: tagged(db, visibility, match),
    },
  }
}

/** Returns the tags of the sessions that match the other filters. */
const tagged = (db: Reader, visibility: Visibility, match: SessionMatch): readonly Facet[] => {
  const { where, params } = sessionFilter(visibility, { ...match, tag: [] })
  return db.all<Facet & Record<string, never>>(
    `select min(tag) as value, count(*) as count from p_session_tag where stream in (select stream from p_session ${where})
     group by tag collate nocase order by count desc, value limit ${MOST}`,
    ...params,
  )
}

export type SessionFacets = ReturnType<typeof sessionFacets>
