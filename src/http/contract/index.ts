import type { Schema } from '../../domain/schema.js'
import { agents } from './session/agents.js'
import { alerts } from './alert/alerts.js'
import type { Endpoint, Params } from './endpoint.js'
import { events } from './session/events.js'
import { gptPricing } from './cost/gpt-pricing.js'
import { homes } from './system/homes.js'
import { hooks } from './system/hooks.js'
import { insights } from './insight/insights.js'
import type { Query, QueryValue } from './param.js'
import { imports } from './system/import.js'
import { maintenance } from './system/maintenance.js'
import { pricing } from './cost/pricing.js'
import { quota } from './cost/quota.js'
import { push } from './alert/push.js'
import { remoteSources } from './system/remote-sources.js'
import { search } from './insight/search.js'
import { sessions } from './session/sessions.js'
import { settings } from './system/settings.js'
import { system } from './system/system.js'
import { updates } from './system/updates.js'
import { webhooks } from './alert/webhooks.js'
import { workflowRuns } from './session/workflow-runs.js'

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
