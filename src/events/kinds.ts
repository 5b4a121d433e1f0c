// Apart from the definitions: who only asks for a kind need not load the schemas, which takes longer than a report.

/** Whether an event tells of an erasure: every figure may be another one. */
export const isErasure = ({ type }: { readonly type: string }): boolean =>
  type === 'session-purged' || type === 'data-cleared'

/** Whether an event changes the rules, and with them every cost. */
export const isPricingEvent = ({ type }: { readonly type: string }): boolean => type.startsWith('pricing-')
