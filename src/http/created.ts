/**
 * Returns the row that a command just created. Its new id is not known to anybody yet, so no request can have deleted it: a
 * missing row is a defect.
 */
export const created = <R>(row: R | undefined): R => {
  if (row === undefined) throw new Error('the created row is missing')
  return row
}
