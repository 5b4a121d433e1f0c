/** A file of the agents' configuration. */
export interface ConfigFile {
  /** Absolute. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly mtime: number
}

/** A file as text, of which at most 256 KiB are read. */
export interface ConfigText extends ConfigFile {
  readonly text: string
  readonly truncated: boolean
  /** SHA-256 of the whole file, in hexadecimal; null where only a part was read. */
  readonly sha: string | null
}

/** A file with front matter, without its secrets. */
export interface ConfigMarkdown extends ConfigFile {
  readonly truncated: boolean
  readonly frontmatter: Readonly<Record<string, string>>
  /** The beginning of its text, without the front matter. */
  readonly preview: string
}

/** What a text contains, or why it cannot be parsed. */
export type Parsed =
  | { readonly value: unknown }
  | { readonly error: { readonly line: number | null; readonly column: number | null; readonly message: string } }

/** Files found in a folder. */
export interface FoundFiles {
  /** Their paths inside the folder, in order. */
  readonly paths: readonly string[]
  readonly truncated: boolean
}

/**
 * Files of the agents' configuration, each inside of a root. What is behind a link that leaves its root, and what is no regular
 * file, is absent. Files are small, and read at once; after some of them, other work gets its turn.
 */
export interface ConfigFilesPort {
  /** Returns the files in a folder of a root whose names end so, in folders of at most this depth below it. */
  readonly find: (root: string, folder: string, depth: number, ending: string) => FoundFiles
  /** Reads at most this many bytes; the default is 256 KiB. */
  readonly text: (root: string, path: string, most?: number) => ConfigText | null
  readonly markdown: (root: string, path: string) => ConfigMarkdown | null
  readonly facts: (root: string, path: string) => ConfigFile | null
  /** Waits until other work has had its turn. */
  readonly turn: () => Promise<void>
  readonly isFolder: (path: string) => boolean
  /** Returns the value of a JSON file of at most this many bytes; null if it is missing, longer, or not JSON. */
  readonly json: (root: string, path: string, most: number) => unknown
  /** Parses JSON in which comments may stand, or TOML. Values are as deep as values from outside may be. */
  readonly parse: (text: string, as: 'json' | 'toml') => Parsed
}
