import type { Visibility } from '../../../domain/access/visibility.js'
import type { Between } from '../../../domain/insights/occurrences.js'
import { workflowsOf } from '../../../domain/insights/workflows.js'
import type { Zone } from '../../../domain/reports/zone.js'
import type { Instant } from '../../../domain/time.js'
import type { Reader } from '../../sql.js'
import { usedBetween } from '../reports/sessions.js'
import { namedSessions } from './named-sessions.js'
import type { InsightQuery } from './scope.js'
import type { SumsOf } from './tab-query.js'
import { complexityOf } from './workflows.js'

const COMPACTED = 50
const UTC: Zone = { name: 'UTC', offsetAt: () => 0 }

/**
 * Builds `GET /api/workflows` for a period. Calls, agents, errors and compactions count at their time, sessions when they were
 * active in it; a sequence of agents counts when its last one starts. `complexity` lists these sessions, each as a whole.
 */
export const workflowsBetween = (
  db: Reader,
  visibility: Visibility,
  sumsOf: SumsOf,
  query: InsightQuery,
  between: Between,
  now: Instant,
) => {
  const sums = sumsOf(between, { bySession: (kind) => (kind === 'compactions' ? kind : null) })
  const { modelDelegation, compaction, ...others } = workflowsOf(sums.tally(), now)
  const streams = new Set(sums.active.map(({ stream }) => stream))
  return {
    ...others,
    modelDelegation: { ...modelDelegation, tokensByModel: tokensByModelIn(db, visibility, query, between, streams) },
    compaction: { ...compaction, perSession: compactedIn(db, visibility, sums.kept) },
    complexity: complexityOf(db, visibility, query, [...streams]),
  }
}

const tokensByModelIn = (
  db: Reader,
  visibility: Visibility,
  { sources, providers }: InsightQuery,
  { from, to }: Between,
  streams: ReadonlySet<number>,
) => {
  const { rows } = usedBetween(db, visibility, { sources, providers, zone: UTC, from, to, cwds: [], models: [] })
  const models = new Map<string, { input: number; output: number; cacheRead: number; cacheWrite: number }>()
  for (const { stream, model, input, output, cacheRead, cacheWrite } of rows) {
    if (!streams.has(stream)) continue
    const sums = models.get(model) ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
    models.set(model, sums)
    sums.input += input
    sums.output += output
    sums.cacheRead += cacheRead
    sums.cacheWrite += cacheWrite
  }
  return [...models]
    .toSorted(([a, one], [b, other]) => other.output - one.output || (a < b ? -1 : 1))
    .map(([model, sums]) => ({
      model,
      input_tokens: sums.input,
      output_tokens: sums.output,
      cache_read_tokens: sums.cacheRead,
      cache_write_tokens: sums.cacheWrite,
    }))
}

const compactedIn = (
  db: Reader,
  visibility: Visibility,
  kept: ReturnType<SumsOf>['kept'],
): readonly { readonly session_id: string; readonly compactions: number }[] => {
  const names = namedSessions(
    db,
    visibility,
    kept.map(({ group }) => group.stream),
  )
  return kept
    .map(({ group, counts }) => ({
      session_id: names.get(group.stream)?.id ?? '',
      compactions: counts.get('compactions')?.n ?? 0,
    }))
    .toSorted((a, b) => b.compactions - a.compactions || (a.session_id < b.session_id ? -1 : 1))
    .slice(0, COMPACTED)
}
