/** Folders that appear under their name only when they are complete. Paths are absolute, without links. */
export interface StagingFolders {
  readonly isTaken: (parent: string, name: string) => Promise<boolean>
  /** Creates an empty folder, and returns its path. */
  readonly begin: (parent: string, name: string) => Promise<string>
  /** Gives a folder its name, which is not replaced. */
  readonly finish: (parent: string, from: string, to: string) => Promise<'moved' | 'taken' | 'gone'>
  /** Deletes a folder with its content. */
  readonly discard: (parent: string, name: string) => Promise<void>
  /** Returns the bytes that are free where a folder is. */
  readonly free: (path: string) => Promise<number>
}
