import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../support/service/app.js'

let folder: string
let app: App
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-two-forms-'))
  app = await startApp({}, folder)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
/** Stops the service and starts it on the same log. */
const restart = async (): Promise<void> => {
  await app.close()
  app = await startApp({}, folder)
}

const SESSION = '12121212-2222-4333-8444-555555555555'
let deliveries = 0
interface Sent {
  readonly at?: number
  readonly id?: string
}

/** A hook as our forwarder delivers it. */
const native = (kind: string, data: object, { at, id = `delivery-${(deliveries += 1)}` }: Sent = {}) =>
  app.send('/api/hooks', {
    method: 'POST',
    headers: { 'x-svc-delivery': id, ...(at === undefined ? {} : { 'x-svc-at': String(at) }) },
    body: { session_id: SESSION, hook_event_name: kind, ...data },
  })
/** The same hook as another product's handler posts it. */
const wrapped = (kind: string, data: object) =>
  app.send<{ event: { id: number } }>('/api/hooks/event', {
    method: 'POST',
    body: { hook_type: kind, data: { session_id: SESSION, hook_event_name: kind, ...data } },
  })
const stored = async (): Promise<readonly string[]> => {
  const { events } = await app.get<{ events: { event_type: string }[] }>(`/api/events?session_id=${SESSION}`)
  return events.map(({ event_type }) => event_type).toReversed()
}

const HOOKS = [
  ['SessionStart', { source: 'startup', cwd: '/repo' }],
  ['UserPromptSubmit', { prompt: 'go on' }],
  ['Notification', { message: 'Claude needs your permission to use Bash' }],
  ['Stop', { stop_hook_active: false, last_assistant_message: 'done' }],
  ['SessionEnd', { reason: 'exit' }],
] as const

describe('a hook delivered by two products', () => {
  it.each(HOOKS)('is stored once in either order: %s', async (kind, data) => {
    expect((await native(kind, data)).status).toBe(204)
    const first = (await wrapped(kind, data)).json.event.id
    expect(await stored()).toEqual([kind])
    const { json } = await wrapped(kind, { ...data, again: true })
    expect((await native(kind, { ...data, again: true })).status).toBe(204)
    expect(await stored()).toEqual([kind, kind])
    expect(json.event.id).toBeGreaterThan(first)
  })

  it('is stored once when both deliveries are concurrent', async () => {
    await Promise.all(HOOKS.flatMap(([kind, data]) => [native(kind, data), wrapped(kind, data)]))
    expect((await stored()).toSorted()).toEqual(HOOKS.map(([kind]) => kind).toSorted())
  })

  it('is paired one to one: two equal hooks are stored twice', async () => {
    const prompt = { prompt: 'yes' }
    for (const send of [native, native, wrapped, wrapped]) await send('UserPromptSubmit', prompt)
    expect(await stored()).toEqual(['UserPromptSubmit', 'UserPromptSubmit'])
  })

  it('is paired once: a repeated delivery is a duplicate', async () => {
    await wrapped('Stop', {})
    await native('Stop', {}, { id: 'delivery-again' })
    await native('Stop', {}, { id: 'delivery-again' })
    expect(await stored()).toEqual(['Stop'])
  })
})

describe('a hook whose other form arrives after a restart', () => {
  it.each(HOOKS)('is stored once in either order: %s', async (kind, data) => {
    const at = Date.now()
    await wrapped(kind, data)
    await native(kind, { ...data, again: true }, { at })
    await restart()
    // The forwarder found no service, so the spool has it.
    expect((await native(kind, data, { at })).status).toBe(204)
    await wrapped(kind, { ...data, again: true })
    expect(await stored()).toEqual([kind, kind])
  })

  it('is paired one to one, and only with the other form', async () => {
    const prompt = { prompt: 'yes' }
    await wrapped('UserPromptSubmit', prompt)
    await native('Stop', {})
    await restart()
    await native('UserPromptSubmit', prompt)
    await native('UserPromptSubmit', prompt)
    await native('Stop', {})
    expect((await stored()).toSorted()).toEqual(['Stop', 'Stop', 'UserPromptSubmit', 'UserPromptSubmit'])
  })
})

describe('two hooks are both stored', () => {
  it('if they have the same form', async () => {
    await wrapped('UserPromptSubmit', { prompt: 'yes' })
    await wrapped('UserPromptSubmit', { prompt: 'yes' })
    expect(await stored()).toHaveLength(2)
    await native('Stop', {})
    await native('Stop', {})
    expect(await stored()).toHaveLength(4)
  })

  it('if they differ in content or session', async () => {
    await native('UserPromptSubmit', { prompt: 'yes' })
    await wrapped('UserPromptSubmit', { prompt: 'no' })
    await wrapped('UserPromptSubmit', { prompt: 'yes', session_id: 'other' })
    expect(await stored()).toHaveLength(2)
  })

  it('if they are more than 5 seconds apart', async () => {
    const now = Date.parse((await app.get<{ timestamp: string }>('/api/health')).timestamp)
    await native('Stop', {}, { at: now - 6000 })
    await wrapped('Stop', {})
    expect(await stored()).toEqual(['Stop', 'Stop'])
  })
})
