/** A bundle as it lies ready: its members by name, rows by session, in the order they came. */
export interface StagedBundle {
  /** Members that are no lists. */
  readonly scalars: Readonly<Record<string, unknown>>
  readonly lists: ReadonlySet<string>
  /** Bytes of the rows of all sessions, and of one. */
  readonly bytes: number
  readonly bytesOf: (session: string) => number
  /** Session ids in the order in which the bundle names them. */
  readonly sessions: () => Iterable<string>
  /** Read as they are asked for; null for one that cannot be read any more. */
  readonly rows: (list: string, session: string) => Iterable<unknown>
  /** Rows that belong to no session. */
  readonly others: (list: string) => readonly unknown[]
  readonly count: (list: string, session: string) => number
  readonly discard: () => void
}

export type BundleFault = 'not json' | 'no object' | 'not there' | 'not absolute' | 'no file'

/** Reads bundles of any size: what is in memory does not grow with them. */
export interface BundlePort {
  readonly stage: (path: string) => Promise<StagedBundle | BundleFault>
  /** Puts an upload into a file of ours. */
  readonly receive: (body: {
    readonly contentType: string
    readonly stream: AsyncIterable<Uint8Array>
  }) => Promise<{ readonly path: string; readonly discard: () => Promise<void> } | null>
}

/** How much of a session was taken: so many parts of these events. */
export interface TakenParts {
  readonly parts: number
  readonly digest: string
}

/** The sessions of which not all parts are taken yet; written with their events, forgotten with the session. */
export interface PartlyTaken {
  readonly of: (session: string) => TakenParts | undefined
  readonly keep: (session: string, taken: TakenParts) => void
  readonly forget: (session: string) => void
}
