// Separate from the definitions: code that only checks types need not load the schemas, which takes longer than printing a
// report.

import type { Recorded } from './envelope.js'

/** An alert in the log. */
export type FiredAlert = Extract<Recorded, { readonly type: 'alert-fired' }>

export const isAlert = (event: Recorded): event is FiredAlert => event.type === 'alert-fired'

/** Whether an event records an erasure, after which every figure may differ. */
export const isErasure = ({ type }: { readonly type: string }): boolean =>
  type === 'session-purged' || type === 'data-cleared'

/** Whether an event changes the pricing rules, and with them every cost. */
export const isPricingEvent = ({ type }: { readonly type: string }): boolean => type.startsWith('pricing-')
