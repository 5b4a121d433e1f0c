import type { Visibility } from '../../domain/access/visibility.js'
import type { Reader } from '../sql.js'
import { Filter } from './filter.js'
import { type FacetColumn, sessionFilter, type SessionMatch } from './session-filter.js'

interface Facet {
  readonly value: string
  readonly count: number
}

/** Nobody chooses from a longer list; words find what is not in it. */
const MOST = 200

/** Values to filter sessions by: all there are, and of those that are left by the other filters, how many have each. */
export function sessionFacets(db: Reader, visibility: Visibility, match: SessionMatch) {
  const distinct = (column: 'cwd' | 'source' | 'provider'): string[] => {
    const filter = new Filter(visibility)
      .in('source', match.sources)
      .in('provider', match.providers)
      .and(`${column} is not null`)
    return db
      .all<{ value: string }>(
        `select distinct ${column} as value from p_session ${filter.where} order by 1`,
        ...filter.params,
      )
      .map(({ value }) => value)
  }
  const counted = (column: FacetColumn): Facet[] => {
    const filter = sessionFilter(visibility, match, column).and(`${column} is not null`)
    return db.all<Facet>(
      `select ${column} as value, count(*) as count from p_session ${filter.where}
       group by 1 order by 2 desc, 1 limit ${MOST}`,
      ...filter.params,
    )
  }
  return {
    cwds: distinct('cwd'),
    sources: distinct('source'),
    providers: distinct('provider'),
    counts: {
      provider: counted('provider'),
      status: counted('status'),
      model: counted('model'),
      cwd: counted('cwd'),
      source: counted('source'),
    },
  }
}
