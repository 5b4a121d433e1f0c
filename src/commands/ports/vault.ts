/** Secrets that must be deletable for good: in a separate file, never in the log, the tables or a response. */
export interface Vault {
  readonly get: (name: string) => unknown
  readonly names: () => readonly string[]
  /** Stores a value. It is on disk when this returns; if this throws, the old value stays. */
  readonly set: (name: string, value: unknown) => void
  /** Deletes a value. If this throws, the value stays. */
  readonly remove: (name: string) => void
}
