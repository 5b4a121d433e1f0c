import { type App, startApp } from './app.js'

export type Bundle = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** Downloads the bundle of a service. */
export const exported = async (from: App): Promise<Bundle> => (await from.send<Bundle>('/api/settings/export')).json

interface Imported {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

/** Imports a bundle; returns the service's response. */
export const upload = async (to: App, text: string): Promise<Imported> => {
  const form = new FormData()
  form.append('file', new Blob([text]), 'bundle.json')
  const answer = await fetch(`${to.url}/api/settings/import`, { method: 'POST', body: form })
  return { status: answer.status, json: (await answer.json()) as Imported['json'] }
}

/** Returns the content of a bundle without log positions and creation times. */
export const meaningOf = (bundle: Bundle): unknown => {
  const places = new Set(['id', 'situation_event_id', 'status_event_id', 'position', 'updated_at'])
  const plain = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(row).filter(([name, value]) => !places.has(name) || typeof value === 'string'))
  const { exported_at: _, model_pricing, alert_rules, ...rest } = bundle
  // The importing service gives each rule a new id and new dates.
  const rules = [model_pricing, alert_rules].map((list) =>
    list?.map(({ id: _id, created_at: _at, updated_at: _then, ...rule }) => rule),
  )
  return JSON.parse(
    JSON.stringify({ ...rest, rules }, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) ? plain(value as never) : value,
    ),
  )
}

/** Runs `work` with a second, empty service. */
export const withOther = async (work: (other: App) => Promise<void>): Promise<void> => {
  const other = await startApp()
  try {
    await work(other)
  } finally {
    await other.close()
  }
}
