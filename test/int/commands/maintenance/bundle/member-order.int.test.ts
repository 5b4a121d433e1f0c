import { afterEach, beforeEach, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'
import { exported, upload, withOther } from '../../../../support/service/bundles.js'

let app: App
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

const SESSION = '00000001-2222-4333-8444-555555555555'
interface Page {
  readonly total: number
  readonly events: readonly { readonly data: string }[]
}

/** Equivalent forms of a hook's record. */
const FORMS: readonly (readonly [string, (record: Readonly<Record<string, unknown>>) => object])[] = [
  ['the payload first', ({ payload, ...others }) => ({ payload, ...others })],
  ['the payload in the middle', ({ kind, payload, ...others }) => ({ kind, payload, ...others })],
  ['the process last', (record) => ({ ...record, pid: 5, pidSeen: true })],
  ['an unknown object last', (record) => ({ ...record, newer: { payload: {} } })],
]

it.each(FORMS)('an imported hook with %s has its payload as data', async (_form, formOf) => {
  const payload = { session_id: SESSION, message: 'needle "payload":{} \\', last: {} }
  await app.hook('Notification', payload)
  const bundle = await exported(app)
  const log = bundle['log']?.map((row) => ({ ...row, data: formOf(row['data'] as Record<string, unknown>) }))
  await withOther(async (other) => {
    expect((await upload(other, JSON.stringify({ ...bundle, log }))).json).toMatchObject({ errors: 0 })
    const { events } = await other.get<Page>('/api/events')
    expect(events.map(({ data }) => JSON.parse(data) as unknown)).toEqual([payload])
    expect((await other.get<Page>('/api/events?q=needle')).total).toBe(1)
    // The name of the provider is not part of the payload.
    expect((await other.get<Page>('/api/events?q=claude')).total).toBe(0)
  })
})
