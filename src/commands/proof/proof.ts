import * as Effect from 'effect/Effect'
import { isImage, isProofName, proofFeatures, proofTypeOf, readDeletion } from '../../domain/proof/proof.js'
import { reject } from '../../domain/rejection.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { ProofFiles, type ProofPath, type UploadedImage } from '../ports/proof-files.js'

interface ProofParts {
  /** Returns the features of a lane that are listed even without files. */
  readonly slugsOf: (lane: LaneShape) => readonly string[]
}

const badPath = (message: string) => reject('EBADPATH', message)
const NAMES = 'slug, group, file: must each be 1 to 128 letters, digits, dots, dashes or underscores'
const noFile = () => reject('ENOFILE', 'file not found')

/** Returns the commands for the files that show what agents did. */
export const proofCommands = ({ slugsOf }: ProofParts) => ({
  list: (lane: LaneShape) =>
    Effect.gen(function* () {
      return proofFeatures(yield* (yield* ProofFiles).list(lane.id), slugsOf(lane))
    }),

  /** Returns the content of a file with its type. With a width, an image is made smaller if that can be done. */
  read: (lane: LaneShape, path: ProofPath, width?: number) =>
    Effect.gen(function* () {
      const type = proofTypeOf(path.file)
      if (type === null || ![path.slug, path.group, path.file].every(isProofName)) return yield* Effect.fail(noFile())
      const files = yield* ProofFiles
      const small = width !== undefined && isImage(path.file) ? yield* files.thumbnail(lane.id, path, width) : null
      if (small !== null) return { type: 'image/webp', content: small }
      const content = yield* files.read(lane.id, path)
      return content === null ? yield* Effect.fail(noFile()) : { type, content }
    }),

  /** Deletes images, a group, or all groups of a feature but the reports. Returns how many files. */
  remove: (lane: LaneShape, slug: string, wanted: { readonly group?: unknown; readonly images?: unknown }) =>
    Effect.gen(function* () {
      const deletion = readDeletion(wanted)
      if (deletion === null || !isProofName(slug))
        return yield* Effect.fail(badPath('group, images: must be names of files, and not of the reports in ticket'))
      const deleted = yield* (yield* ProofFiles).remove(lane.id, slug, deletion)
      if (deleted !== null) return deleted
      return slugsOf(lane).includes(slug) ? 0 : yield* Effect.fail(reject('ENOFEATURE', 'feature not found'))
    }),

  /** Stores an image. Returns the name that it got, because no file is replaced. */
  store: (lane: LaneShape, { slug, group }: Omit<ProofPath, 'file'>, file: string | undefined, image: UploadedImage) =>
    Effect.gen(function* () {
      if (![slug, group, file ?? 'x'].every(isProofName)) return yield* Effect.fail(badPath(NAMES))
      return yield* Effect.mapError((yield* ProofFiles).store(lane.id, { slug, group }, file, image), (problem) => {
        switch (problem) {
          case 'too-big':
            return reject('ETOOBIG', 'the image is larger than 20 MB')
          case 'not-image':
            return reject('ENOTIMAGE', 'the content must be that of a PNG or JPEG file, as its name says')
          case 'incomplete':
            return reject('ENOFILE', 'the body is incomplete or contains no file')
          case 'name':
            return badPath(NAMES)
        }
      })
    }),

  /** Makes `proof` at the top of the repository a link to the folder of the lane. */
  link: (lane: LaneShape) => Effect.flatMap(ProofFiles, ({ link }) => link(lane.id, lane.cwd)),
})

export type ProofCommands = ReturnType<typeof proofCommands>
