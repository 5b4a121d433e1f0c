import type { Provider } from '../../domain/tools/catalog.js'
import type { TranscriptRoots } from './transcripts.js'

/** A folder named by a user, or why it cannot be used. */
export type NamedFolder = { readonly path: string } | 'not absolute' | 'not there' | 'no directory'

/** Where transcripts to import are on this machine. */
export interface ImportPlaces {
  /** Resolves links and `~`. */
  readonly folder: (path: string) => NamedFolder
  /** Returns where to search in a folder: the CLIs' own layout if it has one, else anywhere below it. */
  readonly rootsIn: (path: string, provider: Provider | null) => TranscriptRoots
}
