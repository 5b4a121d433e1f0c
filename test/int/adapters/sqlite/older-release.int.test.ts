import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DATABASE_FILE, openWriter, prepareDataDirectory } from '../../../../src/adapters/sqlite/open.js'
import { readLog } from '../../../../src/adapters/sqlite/log.js'
import { projections } from '../../../../src/projections/registry.js'
import { openKernel } from '../../../support/kernel/kernel.js'
import type { Answer } from '../../../support/http/ask.js'
import { type App, startApp } from '../../../support/service/app.js'
import { meaningOf, upload, type Bundle } from '../../../support/service/bundles.js'

/**
 * A database of the release whose events had an actor instead of `by` and `via`, with events of every kind and of both providers.
 * The answers are the responses of that release at `ANSWERED_AT`.
 */
const fixture = (name: string): Buffer =>
  gunzipSync(readFileSync(new URL(`../../../fixtures/releases/${name}.gz`, import.meta.url)))
const ANSWERED_AT = Date.UTC(2026, 9, 1, 13)
const answers = JSON.parse(fixture('actor.answers.json').toString('utf8')) as Readonly<
  Record<string, Pick<Answer, 'status' | 'json'>>
>
const bundle = answers['/api/settings/export']?.json as Bundle

/** Returns an answer without the default prices, which are those of each release. */
const withoutDefaults = <T>(answer: T): T =>
  JSON.parse(
    JSON.stringify(answer, (_key, value: unknown) =>
      Array.isArray(value) ? value.filter((row: { is_default?: unknown } | null) => row?.is_default !== true) : value,
    ),
  ) as T

let folder: string
let app: App | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: ANSWERED_AT })
  folder = mkdtempSync(join(tmpdir(), 'switchyard-older-'))
})
afterEach(async () => {
  await app?.close()
  app = undefined
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const withDatabase = (at: string): string => {
  mkdirSync(at, { recursive: true })
  writeFileSync(join(at, DATABASE_FILE), fixture('actor.db'))
  return at
}

describe('a database whose events have an actor', () => {
  it.each(['opened', 'rebuilt from the log'])('answers every request as before when it is %s', async (how) => {
    const data = withDatabase(join(folder, 'data'))
    if (how !== 'opened') {
      const kernel = openKernel(projections, data)
      expect(await kernel.projector.rebuild(() => undefined)).toMatchObject({ parked: 0, unknown: 0 })
      await kernel.close()
    }
    app = await startApp({}, folder)
    await app.settled()
    const given: Record<string, unknown> = {}
    for (const path of Object.keys(answers)) {
      const { status, json } = await app.send(path)
      given[path] = { status, json }
    }
    // Later releases may add fields, but not change any.
    expect(withoutDefaults(given)).toMatchObject(withoutDefaults(answers))
    expect(app.complaints).toEqual([])
  })

  it('is opened without changes to the rows of its log', () => {
    const connection = openWriter(prepareDataDirectory(withDatabase(folder)), 'normal')
    const changed = 'select count(*) as n from log where principal is not null or claimed is not null'
    expect(connection.prepare(changed).get()).toEqual({ n: 0 })
    connection.close()
  })

  it('has the cause, the channel and the provider of each event', () => {
    const connection = openWriter(prepareDataDirectory(withDatabase(folder)), 'normal')
    const { events, unknown } = readLog(connection).after(0, 1000)
    connection.close()
    const said = events.map((event) => {
      const provider = 'provider' in event.data ? event.data.provider : undefined
      return `${event.type} ${event.by} ${event.via}${provider == null ? '' : ` ${provider}`}`
    })
    expect(unknown).toBe(0)
    expect([...new Set(said)].toSorted()).toMatchInlineSnapshot(`
      [
        "agent-created local http",
        "agent-created local import",
        "agent-updated local http",
        "agent-updated local import",
        "alert-acknowledged local http",
        "alert-fired host system",
        "alert-rule-removed local http",
        "alert-rule-set local http",
        "alerts-acknowledged local http",
        "api-error-recorded local transcript claude",
        "bundle-imported local http",
        "cli-status-reported local status claude",
        "compaction-seen local transcript claude",
        "data-cleared host system",
        "history-imported host system",
        "hook-received local hook claude",
        "hook-received local hook codex",
        "hooks-installed local http claude",
        "interrupt-recorded local transcript claude",
        "plan-recorded local transcript claude",
        "pricing-reset host system claude",
        "pricing-rule-removed local http",
        "pricing-rule-set local http claude",
        "projections-rebuilt host system",
        "prompt-recorded local transcript claude",
        "prompt-recorded local transcript codex",
        "push-subscribed host system",
        "push-unsubscribed host system",
        "reply-recorded local transcript claude",
        "reply-recorded local transcript codex",
        "session-abandoned host system",
        "session-created local http",
        "session-created local import codex",
        "session-end-inferred host system",
        "session-purged local http",
        "session-renamed-in-transcript local transcript claude",
        "session-renamed-in-transcript local transcript codex",
        "session-revived host system",
        "session-updated local http",
        "session-updated local import",
        "source-removed local http",
        "source-set local http",
        "source-synced host system",
        "subagent-transcript-found local transcript claude",
        "tool-result-recorded local transcript claude",
        "tool-result-recorded local transcript codex",
        "transcript-context-recorded local transcript claude",
        "transcript-context-recorded local transcript codex",
        "turn-completed local transcript claude",
        "usage-recorded local transcript codex",
        "webhook-delivered host system",
        "webhook-failed host system",
        "webhook-requested host system",
        "webhook-target-removed host system",
        "webhook-target-set local http",
        "workflow-run-recorded local transcript claude",
      ]
    `)
  })
})

describe('a bundle whose events have an actor', () => {
  it('is imported with the same result', async () => {
    app = await startApp({}, folder)
    expect((await upload(app, JSON.stringify(bundle))).json).toMatchObject({ sessions_imported: 5, errors: 0 })
    const { json } = await app.send<Bundle>('/api/settings/export')
    expect(withoutDefaults(meaningOf(json))).toMatchObject(withoutDefaults(meaningOf(bundle)) as object)
    const { pricing } = await app.get<{ pricing: readonly object[] }>('/api/pricing')
    expect(pricing.filter((rule) => 'default_rates' in rule)).toEqual([])
    // Stored lines contain their provider, which the search must not match.
    const search = '/api/events?q=provider'
    expect(answers[search]?.json).toMatchObject({ total: 0 })
    expect(await app.get(search)).toMatchObject({ total: 0 })
  })
})
