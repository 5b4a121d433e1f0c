import type { Schema } from '../../domain/schema.js'
import { agents } from './agents.js'
import { alerts } from './alerts.js'
import type { Endpoint, Params } from './endpoint.js'
import { events } from './events.js'
import { gptPricing } from './gpt-pricing.js'
import { homes } from './homes.js'
import { hooks } from './hooks.js'
import { insights } from './insights.js'
import type { Query, QueryValue } from './param.js'
import { imports } from './import.js'
import { maintenance } from './maintenance.js'
import { pricing } from './pricing.js'
import { quota } from './quota.js'
import { push } from './push.js'
import { remoteSources } from './remote-sources.js'
import { search } from './search.js'
import { sessions } from './sessions.js'
import { settings } from './settings.js'
import { system } from './system.js'
import { updates } from './updates.js'
import { webhooks } from './webhooks.js'
import { workflowRuns } from './workflow-runs.js'

/** Every route of the service. Handlers, guards, the OpenAPI document and the dashboard's client are derived from it. */
export const contract = {
  ...system,
  ...sessions,
  ...agents,
  ...events,
  ...hooks,
  ...insights,
  ...workflowRuns,
  ...pricing,
  ...gptPricing,
  ...quota,
  ...remoteSources,
  ...settings,
  ...homes,
  ...maintenance,
  ...imports,
  ...alerts,
  ...webhooks,
  ...push,
  ...updates,
  ...search,
} as const

export type Contract = typeof contract
export type Route = keyof Contract

/** The validated input of a route's handler. */
export type RouteInput<K extends Route> = {
  readonly params: Params<K>
  readonly query: Contract[K] extends { readonly query: infer Q extends Query } ? QueryValue<Q> : Record<never, never>
  readonly body: Contract[K] extends { readonly body: infer B extends Schema.Schema.AnyNoContext }
    ? Schema.Schema.Type<B>
    : undefined
}

type Answers<E> = E extends { readonly answers: infer A extends NonNullable<Endpoint['answers']> }
  ? A
  : Record<never, never>

/** The JSON body of a route's success response. */
export type RouteAnswer<K extends Route> = {
  [Status in keyof Answers<Contract[K]>]: Answers<Contract[K]>[Status] extends Schema.Schema.AnyNoContext
    ? Schema.Schema.Encoded<Answers<Contract[K]>[Status]>
    : never
}[keyof Answers<Contract[K]>]

/** The query that a client may send: every parameter is optional and sent as text. */
export type RouteQuery<K extends Route> = Contract[K] extends { readonly query: infer Q extends Query }
  ? { readonly [N in keyof Q]?: string | number | boolean | readonly string[] | undefined }
  : Record<never, never>

export type RouteBody<K extends Route> = Contract[K] extends {
  readonly body: infer B extends Schema.Schema.AnyNoContext
}
  ? Schema.Schema.Encoded<B>
  : undefined
