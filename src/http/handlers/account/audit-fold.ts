interface Folding {
  readonly at: string
  readonly kind: string
  readonly reader_id: number | null
  readonly owner_id: number | null
  readonly session_id: string | null
}

const MINUTE_CHARS = 'YYYY-MM-DDThh:mm'.length

/** Joins rows of one kind, reader, session and minute that follow each other. The newest one stands for them. */
export const folded = <R extends Folding>(rows: readonly R[]): readonly (R & { readonly count: number })[] => {
  const joined: (R & { count: number })[] = []
  for (const row of rows) {
    const last = joined.at(-1)
    if (last !== undefined && keyOf(last) === keyOf(row)) last.count += 1
    else joined.push({ ...row, count: 1 })
  }
  return joined
}

const keyOf = ({ at, kind, reader_id, owner_id, session_id }: Folding): string =>
  JSON.stringify([kind, reader_id, owner_id, session_id, at.slice(0, MINUTE_CHARS)])
