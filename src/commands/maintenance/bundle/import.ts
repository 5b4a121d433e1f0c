import { isFitName } from '../../../domain/session/name.js'
import { reject, type Rejection } from '../../../domain/rejection.js'
import type { Committer, Tx } from '../../../events/commit.js'
import type { New } from '../../../events/envelope.js'
import { SERVICE_STREAM, sessionStream } from '../../../events/streams.js'
import { isTombstoned } from '../../../projections/erasure.js'
import { BUNDLE_FORMAT, BUNDLE_VERSION } from '../../../projections/queries/export.js'
import type { Reader } from '../../../projections/sql.js'
import type { AlertCommands } from '../../alerts.js'
import type { BundlePort, StagedBundle } from '../../ports/bundles.js'
import type { Clock } from '../../ports/clock.js'
import type { PricingCommands } from '../../pricing.js'
import type { Turns } from '../turns.js'
import { importAlertRules } from './alert-rules.js'
import { loggedEvent } from './logged.js'
import { importPrices } from './prices.js'
import { eventsOfRows } from './rows.js'

export interface BundleParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly db: Reader
  readonly pricing: PricingCommands
  readonly alerts: Pick<AlertCommands, 'create'>
  readonly bundles: BundlePort
  readonly turns: Turns
  /** Resolves when the disk has caught up with what was written. */
  readonly room: () => Promise<void>
}

export interface BundleResult {
  readonly format: string | null
  readonly version: number | null
  readonly sessions_imported: number
  readonly sessions_skipped: number
  readonly agents: number
  readonly events: number
  readonly token_usage: number
  readonly alert_rules: number
  readonly model_pricing: number
  readonly errors: number
}

/** Formats and their versions that can be read; the peer's are its own. */
const KNOWN: Readonly<Record<string, number>> = { [BUNDLE_FORMAT]: BUNDLE_VERSION, 'ccam-export': 2 }

const kindOf = ({ scalars, lists }: StagedBundle): Pick<BundleResult, 'format' | 'version'> | Rejection => {
  const { format, version } = scalars
  if (format === undefined || format === null) {
    // Before bundles had a format they were told by their sessions.
    return lists.has('sessions') ? { format: null, version: null } : reject('INVALID_FORMAT', 'this is no bundle')
  }
  const newest = typeof format === 'string' && Object.hasOwn(KNOWN, format) ? KNOWN[format] : undefined
  if (typeof format !== 'string' || newest === undefined) {
    return reject('INVALID_FORMAT', `the format is neither ${Object.keys(KNOWN).join(' nor ')}`)
  }
  if (typeof version !== 'number' || version < 1 || version > newest) {
    return reject('INVALID_FORMAT', `version ${String(version)} of the format is not known to this release`)
  }
  return { format, version }
}

/** What a bundle tells of a session as events: those of its log, or, from another dashboard, what makes its rows. */
const eventsOf = (
  bundle: StagedBundle,
  id: string,
): { readonly events: readonly New[] | null; readonly broken: number } => {
  const log = bundle.rows('log', id)
  if (log.length > 0) {
    const events = log.map(loggedEvent).filter((event) => event !== null)
    return { events: events.length > 0 ? events : null, broken: log.length - events.length }
  }
  const events = eventsOfRows(id, {
    session: bundle.rows('sessions', id)[0],
    agents: bundle.rows('agents', id),
    events: bundle.rows('events', id),
    usage: bundle.rows('token_usage', id),
  })
  return { events, broken: events === null ? 1 : 0 }
}

/** Imports bundles: a session that is here already is skipped whole, so importing twice adds nothing. */
export const bundleImport = (parts: BundleParts) => {
  const { committer, clock, db, pricing, alerts, bundles, turns, room } = parts

  /** One session is one unit: it is here whole or not at all. */
  const take = (id: string, events: readonly New[], actor: string): Promise<boolean> =>
    committer.submit(
      (tx: Tx): boolean => {
        const stream = sessionStream(id)
        if (tx.versionOf(stream) > 0) return false
        tx.project()
        if (isTombstoned(db, id)) {
          const event = { type: 'session-revived' as const, data: { session: id }, occurredAt: clock.now(), actor }
          tx.append(SERVICE_STREAM, event)
        }
        for (const event of events) tx.append(stream, event)
        return true
      },
      { quiet: true, events: events.length },
    )

  const importStaged = async (bundle: StagedBundle, actor: string): Promise<BundleResult | Rejection> => {
    const kind = kindOf(bundle)
    if ('_tag' in kind) return kind
    const counts = { sessions_imported: 0, sessions_skipped: 0, agents: 0, events: 0, token_usage: 0 }
    let errors = 0
    for (const id of bundle.sessions()) {
      await room()
      const { events, broken } = isFitName(id) ? eventsOf(bundle, id) : { events: null, broken: 1 }
      if (events === null) errors += broken
      else if (await take(id, events, actor)) {
        errors += broken
        counts.sessions_imported += 1
        for (const list of ['agents', 'events', 'token_usage'] as const) counts[list] += bundle.count(list, id)
      } else counts.sessions_skipped += 1
    }
    const prices = await importPrices(bundle.others('model_pricing'), db, pricing, actor)
    const rules = await importAlertRules(bundle.others('alert_rules'), db, alerts, actor)
    const result = {
      ...counts,
      alert_rules: rules.imported,
      model_pricing: prices.imported,
      errors: errors + prices.errors + rules.errors,
    }
    if (result.sessions_imported + result.alert_rules + result.model_pricing > 0) {
      const data = { format: kind.format, counts: result }
      await committer.submit((tx) => {
        tx.append(SERVICE_STREAM, { type: 'bundle-imported', data, occurredAt: clock.now(), actor })
      })
    }
    return { ...kind, ...result }
  }

  const fromPath = (path: string, actor: string): Promise<BundleResult | Rejection> =>
    turns.take(async () => {
      const bundle = await bundles.stage(path)
      if (typeof bundle === 'string') return refusalOf(bundle, path)
      try {
        return await importStaged(bundle, actor)
      } finally {
        bundle.discard()
      }
    })

  return {
    fromPath,
    fromUpload: async (
      body: Parameters<BundlePort['receive']>[0],
      actor: string,
    ): Promise<BundleResult | Rejection> => {
      const received = await bundles.receive(body)
      if (received === null) return reject('IMPORT_UPLOAD_FAILED', 'no file was sent, or the body broke off')
      try {
        return await fromPath(received.path, actor)
      } finally {
        await received.discard()
      }
    },
  }
}

export type BundleCommands = ReturnType<typeof bundleImport>

const refusalOf = (fault: Exclude<Awaited<ReturnType<BundlePort['stage']>>, StagedBundle>, path: string): Rejection => {
  switch (fault) {
    case 'not json':
      return reject('INVALID_JSON', 'the bundle is not JSON, or ends too early')
    case 'no object':
      return reject('INVALID_FORMAT', 'a bundle is a JSON object')
    case 'not absolute':
      return reject('INVALID_PATH', 'path: an absolute path, or one that begins with ~')
    case 'no file':
      return reject('INVALID_PATH', `${path} is no file`)
    case 'not there':
      return reject('PATH_NOT_FOUND', `there is no ${path}`, { status: 404 })
  }
}
