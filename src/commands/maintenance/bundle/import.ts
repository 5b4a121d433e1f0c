import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import type { Author } from '../../../domain/access/author.js'
import { type Caller, permits } from '../../../domain/access/caller.js'
import { BUNDLE_FORMAT, BUNDLE_VERSION } from '../../../domain/bundle/format.js'
import { isRejection, reject, type Rejection } from '../../../domain/rejection.js'
import type { StorageFailure } from '../../../events/commit.js'
import type { AlertCommands } from '../../alerts/alerts.js'
import type { ImportProgress } from '../../ingest/history.js'
import { importBegun } from '../../ingest/progress.js'
import type { Serial } from '../../kernel/serial.js'
import type { BundlePort, StagedBundle } from '../../ports/bundles.js'
import type { PricingCommands } from '../../pricing/pricing.js'
import type { ServiceJournal } from '../../service/journal.js'
import { inImportTurn } from '../import-turn.js'
import { importAlertRules } from './alert-rules.js'
import { importGptPrices, importPrices } from './prices.js'
import { sessionTaker, type TakeParts } from './take.js'

interface BundleParts extends TakeParts {
  readonly pricing: PricingCommands
  readonly alerts: Pick<AlertCommands, 'create'>
  readonly journal: Pick<ServiceJournal, 'bundleImported'>
  readonly bundles: BundlePort
  readonly serial: Serial
  /** Resolves when the import at startup has finished or failed. */
  readonly first: () => Promise<unknown>
  readonly nextId: () => string
  readonly onProgress: (progress: ImportProgress) => void
}

interface BundleResult {
  readonly format: string | null
  readonly version: number | null
  readonly sessions_imported: number
  readonly sessions_skipped: number
  readonly agents: number
  readonly events: number
  readonly token_usage: number
  readonly workflows: number
  readonly alert_rules: number
  readonly model_pricing: number
  readonly gpt_model_pricing: number
  readonly errors: number
}

/** Why a file cannot be imported as a bundle. */
type UnusableBundle = 'INVALID_JSON' | 'INVALID_FORMAT' | 'INVALID_PATH' | 'PATH_NOT_FOUND'

type Tell = (change: Partial<ImportProgress>) => void

/** The readable formats with their newest version; `ccam-export` is the Claude Code Agent Monitor's. */
const KNOWN: Readonly<Record<string, number>> = { [BUNDLE_FORMAT]: BUNDLE_VERSION, 'ccam-export': 2 }

const kindOf = ({
  scalars,
  lists,
}: StagedBundle): Pick<BundleResult, 'format' | 'version'> | Rejection<'INVALID_FORMAT'> => {
  const { format, version } = scalars
  if (format === undefined || format === null) {
    // The oldest bundles have no format and are recognised by their sessions.
    return lists.has('sessions')
      ? { format: null, version: null }
      : reject('INVALID_FORMAT', 'the file is not a bundle')
  }
  const newest = typeof format === 'string' && Object.hasOwn(KNOWN, format) ? KNOWN[format] : undefined
  if (typeof format !== 'string' || newest === undefined) {
    return reject('INVALID_FORMAT', `unknown format: must be ${Object.keys(KNOWN).join(' or ')}`)
  }
  if (typeof version !== 'number' || version < 1 || version > newest) {
    return reject('INVALID_FORMAT', `version ${String(version)} of the format is not supported by this release`)
  }
  return { format, version }
}

/** Returns the import of bundles. An existing session is skipped as a whole, so importing twice adds nothing. */
export const bundleImport = (parts: BundleParts) => {
  const { db, pricing, alerts, bundles } = parts
  const take = sessionTaker(parts)

  const takeSessions = (bundle: StagedBundle, importer: Author, tell: Tell) =>
    Effect.gen(function* () {
      const counts = { sessions_imported: 0, sessions_skipped: 0, agents: 0, events: 0, token_usage: 0, workflows: 0 }
      let [errors, bytes_processed] = [0, 0]
      for (const session of bundle.sessions()) {
        tell({ bytes_processed, current: session })
        const { outcome, broken } = yield* Effect.promise(() => take(bundle, session, importer))
        bytes_processed += bundle.bytesOf(session)
        errors += broken
        if (outcome === 'skipped') counts.sessions_skipped += 1
        if (outcome !== 'imported') continue
        counts.sessions_imported += 1
        for (const list of ['agents', 'events', 'token_usage', 'workflows'] as const)
          counts[list] += bundle.count(list, session)
      }
      return { counts, errors }
    })

  const importStaged = (
    bundle: StagedBundle,
    caller: Caller,
    tell: Tell,
  ): Effect.Effect<BundleResult, Rejection<UnusableBundle> | StorageFailure> =>
    Effect.gen(function* () {
      const kind = kindOf(bundle)
      if ('_tag' in kind) return yield* Effect.fail(kind)
      tell({ phase: 'parse', total: 1, bytes_total: bundle.bytes })
      const importer = caller.author
      const { counts, errors } = yield* takeSessions(bundle, importer, tell)
      // Prices are those of everybody.
      const isPricing = permits(caller.principal, 'price:write')
      const pricesIn = (list: string) => (isPricing ? bundle.others(list) : [])
      const prices = yield* importPrices(pricesIn('model_pricing'), db, pricing, importer)
      const gptPrices = yield* importGptPrices(pricesIn('gpt_model_pricing'), db, pricing, importer)
      const rules = yield* importAlertRules(bundle.others('alert_rules'), db, alerts, caller)
      const result = {
        ...counts,
        alert_rules: rules.imported,
        model_pricing: prices.imported,
        gpt_model_pricing: gptPrices.imported,
        errors: errors + prices.errors + gptPrices.errors + rules.errors,
      }
      const { sessions_imported, alert_rules, model_pricing, gpt_model_pricing } = result
      if (sessions_imported + alert_rules + model_pricing + gpt_model_pricing > 0)
        yield* parts.journal.bundleImported({ format: kind.format, counts: result }, importer)
      return { ...kind, ...result }
    })

  const importFile = (path: string, caller: Caller, tell: Tell) =>
    Effect.acquireUseRelease(
      Effect.promise(() => bundles.stage(path)),
      (bundle) =>
        typeof bundle === 'string' ? Effect.fail(refusalOf(bundle, path)) : importStaged(bundle, caller, tell),
      (bundle) => Effect.sync(() => (typeof bundle === 'string' ? undefined : bundle.discard())),
    )

  const from = (source: 'path' | 'upload', path: string, caller: Caller) => {
    const importing = Effect.suspend(() => {
      let progress = importBegun(parts.nextId(), source, caller.author.by)
      const tell: Tell = (change) => {
        progress = { ...progress, ...change }
        parts.onProgress(progress)
      }
      tell({})
      return importFile(path, { ...caller, author: { by: caller.author.by, via: 'import' } }, tell).pipe(
        Effect.tap((done) => {
          const counters = { sessions: done.sessions_imported, files: 1, skipped_lines: done.errors }
          tell({ phase: 'complete', processed: 1, bytes_processed: progress.bytes_total, current: null, counters })
          return Effect.void
        }),
        Effect.tapErrorCause((cause) => {
          const error: unknown = Cause.squash(cause)
          // Nothing could be imported: only the caller gets the reason.
          if (isRejection(error)) tell({ phase: 'complete' })
          else tell({ phase: 'error', error: error instanceof Error ? error.message : String(error), current: null })
          return Effect.void
        }),
      )
    })
    return inImportTurn(parts, importing)
  }

  return {
    /** Imports a file of the host. Fails with EADMIN for those who may not read the host. */
    fromPath: (path: string, caller: Caller) =>
      permits(caller.principal, 'import:host')
        ? from('path', path, caller)
        : Effect.fail(reject('EADMIN', 'send the file: only admins import files of the host')),
    fromUpload: (body: Parameters<BundlePort['receive']>[0], caller: Caller) =>
      Effect.acquireUseRelease(
        Effect.promise(() => bundles.receive(body)),
        (received) =>
          Effect.gen(function* () {
            if (received === null) return yield* Effect.fail(NOT_UPLOADED)
            return yield* from('upload', received.path, caller)
          }),
        (received) => (received === null ? Effect.void : Effect.promise(() => received.discard())),
      ),
  }
}

const NOT_UPLOADED = reject('IMPORT_UPLOAD_FAILED', 'no file was uploaded, or the upload is incomplete')

export type BundleCommands = ReturnType<typeof bundleImport>

const refusalOf = (
  fault: Exclude<Awaited<ReturnType<BundlePort['stage']>>, StagedBundle>,
  path: string,
): Rejection<UnusableBundle> => {
  switch (fault) {
    case 'not json':
      return reject('INVALID_JSON', 'the bundle is not valid JSON or is incomplete')
    case 'no object':
      return reject('INVALID_FORMAT', 'the bundle must be a JSON object')
    case 'not absolute':
      return reject('INVALID_PATH', 'path: must be absolute or start with ~')
    case 'no file':
      return reject('INVALID_PATH', `${path} is not a file`)
    case 'not there':
      return reject('PATH_NOT_FOUND', `${path} not found`)
  }
}
