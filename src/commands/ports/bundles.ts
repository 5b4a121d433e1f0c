/** A bundle as it lies ready: its members by name, rows by session, in the order they came. */
export interface StagedBundle {
  /** Members that are no lists. */
  readonly scalars: Readonly<Record<string, unknown>>
  readonly lists: ReadonlySet<string>
  /** Session ids in the order in which the bundle names them. */
  readonly sessions: () => Iterable<string>
  readonly rows: (list: string, session: string) => readonly unknown[]
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
