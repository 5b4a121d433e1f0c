/** How found sessions are ordered: by their newest match, or by the number of their matches. */
export const SESSION_ORDERS = ['newest', 'matches'] as const
export type SessionOrder = (typeof SESSION_ORDERS)[number]
