/** The pictures of users, in the data directory. */
export interface Avatars {
  readonly read: (user: number) => Promise<Uint8Array | null>
  readonly write: (user: number, bytes: Uint8Array) => Promise<void>
  readonly remove: (user: number) => Promise<void>
}
