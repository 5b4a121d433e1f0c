/** Whose rows staff of a server see in lists: their own, or those of everybody. Null before they are known as staff. */
export type Rows = 'own' | 'all'

let rows: Rows | null = null

export const chosenRows = (): Rows | null => rows

export const setRows = (next: Rows | null): void => {
  rows = next
}

/** Adds the choice to the query of a list. */
export const withRows = <Q extends object>(query: Q): Q => (rows === 'own' ? { ...query, rows } : query)

/** Returns whose a row is, for lists that staff see with the rows of everybody. */
export const ownerShown = (row: { readonly owner_username?: string | undefined }): readonly string[] =>
  rows === 'all' && row.owner_username !== undefined ? [row.owner_username] : []
