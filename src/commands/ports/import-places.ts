import type { TranscriptRoots } from './transcripts.js'

/** A folder somebody named, or why it cannot be one. */
export type NamedFolder = { readonly path: string } | 'not absolute' | 'not there' | 'no directory'

/** Where transcripts to import stand on this machine. */
export interface ImportPlaces {
  /** Resolves links and `~`. */
  readonly folder: (path: string) => NamedFolder
  /** Where to look in a folder: the tools' own layout where it has one, else anywhere under it. */
  readonly rootsIn: (path: string, provider: 'claude' | 'codex' | null) => TranscriptRoots
}
