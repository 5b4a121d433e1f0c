/** An indexed bundle: its members by name, rows by session, in their original order. */
export interface StagedBundle {
  /** Members that are not lists. */
  readonly scalars: Readonly<Record<string, unknown>>
  readonly lists: ReadonlySet<string>
  /** Bytes of the rows of all sessions, and of one session. */
  readonly bytes: number
  readonly bytesOf: (session: string) => number
  /** Session ids in the bundle's order. */
  readonly sessions: () => Iterable<string>
  /** Rows, read on demand; null for a row that can no longer be read. */
  readonly rows: (list: string, session: string) => Iterable<unknown>
  /** Rows that belong to no session. */
  readonly others: (list: string) => readonly unknown[]
  readonly count: (list: string, session: string) => number
  readonly discard: () => void
}

export type BundleFault = 'not json' | 'no object' | 'not there' | 'not absolute' | 'no file'

/** Reads bundles of any size in constant memory. */
export interface BundlePort {
  readonly stage: (path: string) => Promise<StagedBundle | BundleFault>
  /** Stores an upload in a temporary file. */
  readonly receive: (body: {
    readonly contentType: string
    readonly stream: AsyncIterable<Uint8Array>
  }) => Promise<{ readonly path: string; readonly discard: () => Promise<void> } | null>
}

/** How much of a session was imported: the number of parts and the digest of their events. */
export interface TakenParts {
  readonly parts: number
  readonly digest: string
}

/** The partly imported sessions. They are written with their events and deleted with the session. */
export interface PartlyTaken {
  readonly of: (session: string) => TakenParts | undefined
  readonly keep: (session: string, taken: TakenParts) => void
  readonly forget: (session: string) => void
}
