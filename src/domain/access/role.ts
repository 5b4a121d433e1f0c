/** The roles of accounts. An admin reads and changes the rows of everybody, an analyst reads them, a member has their own. */
export const ROLES = ['admin', 'analyst', 'member'] as const
export type Role = (typeof ROLES)[number]
