import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Author } from '../../../domain/access/author.js'
import type { Visibility } from '../../../domain/access/visibility.js'
import { parseShallow } from '../../../domain/json/depth.js'
import { toUsd } from '../../../domain/pricing/cost.js'
import { isRejection, reject, type Rejection } from '../../../domain/rejection.js'
import { iso } from '../../../domain/time.js'
import { usageOfSessions } from '../../../projections/queries/costs.js'
import { storedCounts } from '../../../projections/queries/settings.js'
import type { Incoming } from '../../body.js'
import type { maintenance } from '../../contract/system/maintenance.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
import type { Services } from '../../services.js'

export const maintenanceHandlers = (services: Services): Handlers<keyof typeof maintenance> => {
  const { maintenance: commands } = services
  const clear = (author: Author) =>
    Effect.map(commands.clearData(author), ({ gone: { sessions, agents, events }, erasure }) => ({
      status: 200 as const,
      json: { ok: true as const, cleared: { sessions, agents, events }, erasure },
    }))
  /** Returns what sessions cost, and their estimated size: their share of all events, of the database. */
  const sizeOf = (
    visibility: Visibility,
    { purgedStreams, purgedEvents }: { readonly purgedStreams: readonly number[]; readonly purgedEvents: number },
  ) => {
    const { events = 0 } = storedCounts(services.db, visibility)
    const costs = [...usageOfSessions(services.db, visibility, services.book(), purgedStreams).values()]
    return {
      purged_cost: costs.reduce((sum, { cost }) => sum + toUsd(cost), 0),
      purged_bytes: events === 0 ? 0 : Math.round((services.storage.files().database * purgedEvents) / events),
    }
  }
  return {
    'DELETE /api/sessions/:id': ({ params }, { author }) =>
      Effect.map(commands.deleteSession(params.id, author), ({ gone: { events, agents }, erasure }) =>
        ok({ ok: true, deleted: true, purged_events: events, purged_agents: agents, erasure }),
      ),
    'DELETE /api/sessions': (_input, { author }) => clear(author),
    'POST /api/settings/clear-data': (_input, { author }) => clear(author),
    'GET /api/settings/export': (_input, { reads }) => {
      const now = services.clock.now()
      const name = `switchyard-export-${iso(now).slice(0, 10)}.json`
      return {
        status: 200,
        content: services.exporter.bundle(reads, now),
        headers: { 'content-disposition': `attachment; filename="${name}"` },
      }
    },
    'POST /api/settings/import': ({ body }, caller) =>
      Effect.gen(function* () {
        const isForm = body.contentType.toLowerCase().startsWith('multipart/')
        const path = isForm ? null : yield* Effect.promise(() => pathIn(body))
        if (isRejection(path)) return yield* Effect.fail(path)
        const done = yield* path === null
          ? services.bundles.fromUpload(body, caller)
          : services.bundles.fromPath(path, caller)
        const source = path === null ? ('upload' as const) : ('path' as const)
        return { status: 200 as const, json: { ok: true as const, source, ...done, dashboard_runs: 0 } }
      }),
    'POST /api/settings/cleanup': ({ body, query }, { author, writes }) => {
      const dryRun = query.preview || body.dry_run === true
      const { abandon_hours: abandonHours = null, purge_days: purgeDays = null, cwd = null } = body
      return Effect.map(commands.cleanup({ abandonHours, purgeDays, cwd, dryRun }, author), (done) =>
        ok({
          ok: true,
          abandoned: done.abandoned,
          purged_sessions: done.purgedSessions,
          purged_events: done.purgedEvents,
          purged_agents: done.purgedAgents,
          ...(dryRun ? sizeOf(writes, done) : {}),
          dry_run: dryRun,
          erasure: done.erasure,
        }),
      )
    },
  }
}

const LONGEST_BODY = 16 * 1024

const pathIn = async (incoming: Incoming): Promise<string | Rejection<'ETOOBIG' | 'INVALID_INPUT'>> => {
  const text = await incoming.text(LONGEST_BODY)
  if (isRejection(text)) return reject('ETOOBIG', 'the body must be a form with a file or {"path"}')
  const parsed = parseShallow(text)
  if (Either.isLeft(parsed))
    return reject('INVALID_INPUT', `the body must be a form with a file or JSON: it is ${parsed.left}`)
  const body = parsed.right
  const path: unknown = typeof body === 'object' && body !== null && 'path' in body ? body.path : undefined
  return typeof path === 'string' && path !== ''
    ? path
    : reject('INVALID_INPUT', 'path: must be the path of a bundle', { fields: { field: 'path' } })
}
