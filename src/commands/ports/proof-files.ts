import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ProofDeletion, ProofFile } from '../../domain/proof/proof.js'

/** Where a proof file is. All parts are valid names. */
export interface ProofPath {
  readonly slug: string
  readonly group: string
  readonly file: string
}

export interface UploadedImage {
  readonly contentType: string
  readonly stream: AsyncIterable<Uint8Array>
}

/** Why an upload was not stored. `name`: none was given, or all names like it are in use. */
export type UploadProblem = 'too-big' | 'not-image' | 'incomplete' | 'name'

/** The proof files of the lanes, below the data directory. No path and no link leads out of it. */
export interface ProofFilesPort {
  /** Returns the images and pages of a lane. */
  readonly list: (lane: number) => Effect.Effect<readonly ProofFile[]>
  /** Returns the content of a file; null if it is absent, too large or leads out of the folder. */
  readonly read: (lane: number, path: ProofPath) => Effect.Effect<Uint8Array | null>
  /**
   * Returns an image as WebP of at most a width; null if that is not possible. A smaller image keeps its size, and a tall one
   * is cut after twice its width.
   */
  readonly thumbnail: (lane: number, path: ProofPath, width: number) => Effect.Effect<Uint8Array | null>
  /** Deletes files. Returns how many; null if the feature has no folder. */
  readonly remove: (lane: number, slug: string, deletion: ProofDeletion) => Effect.Effect<number | null>
  /** Stores an image under its name, or one like it that is free. Returns the name. It is stored whole or not at all. */
  readonly store: (
    lane: number,
    place: Omit<ProofPath, 'file'>,
    file: string | undefined,
    image: UploadedImage,
  ) => Effect.Effect<string, UploadProblem>
  /**
   * Makes `proof` in a directory a link to the folder of the lane, and moves what is there into the folder. Returns false if it is
   * that link already, or if something is in the way, which stays untouched.
   */
  readonly link: (lane: number, dir: string) => Effect.Effect<boolean>
}

export class ProofFiles extends Context.Tag('ProofFiles')<ProofFiles, ProofFilesPort>() {}
