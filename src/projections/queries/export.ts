import type { Visibility } from '../../domain/access/visibility.js'
import type { Author, PrincipalId } from '../../domain/access/author.js'
import { BUNDLE_FORMAT, BUNDLE_VERSION } from '../../domain/bundle/format.js'
import { civilDate, DAY, type Instant, iso } from '../../domain/time.js'
import { actorOf, authorOfActor } from '../../events/actor.js'
import { definitionOf } from '../../events/catalogue.js'
import { HAS_PROVIDER } from '../hook-payload.js'
import type { Reader } from '../sql.js'
import { agentsOfSession } from './agents.js'
import { alertRules } from './alerts.js'
import { eventsAt } from './events.js'
import { Filter } from './filter.js'
import { pricingList } from './pricing.js'
import { type SessionContext, sessionsByStream } from './sessions.js'
import type { Terms } from '../pricing/usage-span.js'
import { runsOfSession } from './workflow-runs.js'

const PAGE = 200

interface Stream {
  readonly stream: number
  readonly id: string
}

interface LogRow {
  readonly type: string
  readonly schema: number
  readonly occurred_at: number
  readonly source: string
  readonly principal: PrincipalId | null
  readonly via: string
  readonly claimed: string | null
  /** The provider of a fact that a transcript or a file next to it states. */
  readonly provider: string | null
  readonly dedup: string | null
  readonly data: string
}

/** One JSON text per element. */
type Elements = Iterable<string>

/**
 * Yields the export as JSON text, in pieces: one page of rows is in memory at a time, and no read transaction stays open between
 * two. Events appended meanwhile are left out. The rows are those of the API; `log` has the events they are derived from, from
 * which an import builds the same rows.
 */
export function* exportBundle(context: SessionContext, visibility: Visibility, now: Instant): Generator<string> {
  const { db } = context
  const head = db.get<{ head: number }>('select coalesce(max(position), 0) as head from log')?.head ?? 0
  const empty: Elements = []
  yield `{"format":"${BUNDLE_FORMAT}","version":${BUNDLE_VERSION},"exported_at":${JSON.stringify(iso(now))}`
  const members: readonly (readonly [string, Elements])[] = [
    ['sessions', sessionsOf(context, visibility)],
    ['agents', agentsOf(context, visibility)],
    ['events', eventsOf(db, visibility, head)],
    ['token_usage', usageOf(context, visibility)],
    ['workflows', workflowsOf(context, visibility)],
    ['dashboard_runs', empty],
    ['alert_rules', alertRules(db, visibility).map((rule) => JSON.stringify(rule))],
    ['model_pricing', pricingList(db).map((rule) => JSON.stringify(rule))],
    ['log', logOf(db, visibility, head)],
  ]
  for (const [name, elements] of members) {
    yield `,\n"${name}":[`
    let first = true
    for (const element of elements) {
      yield first ? `\n${element}` : `,\n${element}`
      first = false
    }
    yield ']'
  }
  yield '}\n'
}

function* streams(db: Reader, visibility: Visibility): Generator<Stream> {
  for (let after = 0; ; ) {
    const { where, params } = new Filter(visibility, 'owner').and('stream > ?', after)
    const page = db.all<Stream>(`select stream, id from p_session ${where} order by stream limit ?`, ...params, PAGE)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.stream
  }
}

function* sessionsOf(context: SessionContext, visibility: Visibility): Generator<string> {
  for (const { stream } of streams(context.db, visibility)) {
    for (const { session } of sessionsByStream(context, visibility, [stream])) yield JSON.stringify(session)
  }
}

function* agentsOf({ db, book }: SessionContext, visibility: Visibility): Generator<string> {
  for (const { stream } of streams(db, visibility)) {
    for (const agent of agentsOfSession(db, visibility, book, stream)) yield JSON.stringify(agent)
  }
}

function* workflowsOf({ db, book }: SessionContext, visibility: Visibility): Generator<string> {
  for (const { stream } of streams(db, visibility)) {
    for (const run of runsOfSession(db, visibility, book, stream)) yield JSON.stringify(run)
  }
}

function* eventsOf(db: Reader, visibility: Visibility, head: number): Generator<string> {
  for (const { stream } of streams(db, visibility)) {
    for (let [at, id] = [-1, 0]; ; ) {
      const page = db.all<{ at: number; id: number }>(
        `select at, id from p_event where stream = ? and (at, id) > (?, ?) and id <= ? order by at, id limit ?`,
        stream,
        at,
        id,
        head,
        PAGE,
      )
      const last = page.at(-1)
      if (last === undefined) break
      for (const event of eventsAt(db, visibility, page, Number.POSITIVE_INFINITY).toReversed())
        yield JSON.stringify(event)
      ;[at, id] = [last.at, last.id]
    }
  }
}

type UsageRow = Readonly<Record<string, unknown>> &
  Pick<Terms, 'model' | 'context'> & { readonly day: number; readonly agent: string }

function* usageOf({ db, book }: SessionContext, visibility: Visibility): Generator<string> {
  for (const { stream, id } of streams(db, visibility)) {
    const rows = db.all<UsageRow>(
      `select agent, day, model, speed, geo as inference_geo, tier as service_tier, context, input as input_tokens,
         output as output_tokens, cache_read as cache_read_tokens, cache_write as cache_write_tokens,
         cache_write_1h as cache_write_1h_tokens, web_search as web_search_requests, web_fetch as web_fetch_requests,
         code_execution as code_execution_requests
       from p_usage_session where stream = ? order by agent, day, model, speed, geo, tier, context`,
      stream,
    )
    for (const { day, agent, context, ...usage } of rows) {
      const place = { session_id: id, agent_id: agent || null, date: civilDate(day * DAY) }
      yield JSON.stringify({ ...place, context_size: book.contextOf({ model: usage.model, context }), ...usage })
    }
  }
}

function* logOf(db: Reader, visibility: Visibility, head: number): Generator<string> {
  for (const { stream, id } of streams(db, visibility)) {
    // All positions first: reading them page by page would sort the rest again for each page.
    const positions = db
      .all<{ position: number }>(
        'select position from log where stream = ? and position <= ? order by position',
        stream,
        head,
      )
      .map(({ position }) => position)
    for (let from = 0; from < positions.length; from += PAGE) {
      const page = db.all<LogRow>(
        `select l.type, l.schema, l.occurred_at, l.source, l.principal, l.via, l.claimed,
           iif(${HAS_PROVIDER}, l.data ->> '$.provider', null) as provider, hex(l.dedup) as dedup, l.data
         from json_each(?) at join log l on l.position = at.value order by l.position`,
        JSON.stringify(positions.slice(from, from + PAGE)),
      )
      for (const row of page) {
        // The payload is already JSON.
        yield `${JSON.stringify(envelopeOf(id, row)).slice(0, -1)},"data":${row.data}}`
      }
    }
  }
}

/** Returns the envelope of an event for importers of this and of earlier releases. */
const envelopeOf = (session: string, { type, schema, occurred_at, source, dedup, ...row }: LogRow) => {
  const author = statedAuthor(type, row)
  return {
    session,
    at: occurred_at,
    dedup: dedup || null,
    type,
    schema: Math.min(schema, definitionOf(type)?.readableAs ?? schema),
    source,
    ...author,
    actor: row.principal === null ? row.via : actorOf(author, row.provider),
  }
}

/** Returns who caused an event. For an imported one, that is what its own bundle said. */
const statedAuthor = (
  type: string,
  { principal, via, claimed }: Pick<LogRow, 'principal' | 'via' | 'claimed'>,
): Author => {
  if (principal === null) return authorOfActor(via, type)
  const [by, way] = claimed?.split(' ') ?? [principal, via]
  return { by, via: way } as Author
}
