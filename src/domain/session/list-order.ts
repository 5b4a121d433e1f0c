/** The orders of the list of sessions. */
export const SESSION_ORDERS = ['time', 'started', 'name', 'duration', 'agents', 'price'] as const
export type SessionOrder = (typeof SESSION_ORDERS)[number]
