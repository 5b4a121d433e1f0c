export interface FolderSize {
  readonly bytes: number
  readonly files: number
  /** Whether there was more than could be counted. */
  readonly partial: boolean
}

/** Measures folders, without following links. */
export interface FolderSizes {
  readonly of: (folder: string) => Promise<FolderSize>
}
