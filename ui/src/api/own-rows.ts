/** Whose rows staff of a server see in lists: their own, or those of everybody. Null before they are known as staff. */
export type Rows = 'own' | 'all'

let rows: Rows | null = null
/** The number of the user who is signed in, as far as this browser knows. */
let own: number | null = null

export const chosenRows = (): Rows | null => rows

/** Whether the rows of a user are those of the one who is signed in. */
export const isOwn = (user: number): boolean => own === user

export const setRows = (next: Rows | null, user: number | null): void => {
  rows = next
  own = user
}

/** Adds the choice to the query of a list. */
export const withRows = <Q extends object>(query: Q): Q => (rows === 'own' ? { ...query, rows } : query)

export interface Owned {
  readonly owner_id?: number | null | undefined
  readonly owner_username?: string | undefined
}

/** Whether a row that staff see is somebody else's: what waits there does not wait for them. */
export const isOfOthers = ({ owner_id: owner = null }: Owned): boolean =>
  rows === 'all' && own !== null && owner !== null && owner !== own

/** Returns whose a row of somebody else is, for lists that staff see with the rows of everybody. */
export const ownerShown = (row: Owned): readonly string[] =>
  isOfOthers(row) && row.owner_username !== undefined ? [row.owner_username] : []
