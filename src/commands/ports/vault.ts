/** Secrets that must be revocable and gone: in a file of their own, never in the log, the tables or an answer. */
export interface Vault {
  readonly get: (name: string) => unknown
  /** On disk when it returns. */
  readonly set: (name: string, value: unknown) => void
  readonly remove: (name: string) => void
}
