/** Secrets that must be deletable for good: in a separate file, never in the log, the tables or a response. */
export interface Vault {
  readonly get: (name: string) => unknown
  /** Stores a value. It is on disk when this returns. */
  readonly set: (name: string, value: unknown) => void
  readonly remove: (name: string) => void
}
