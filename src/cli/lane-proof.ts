import { closeSync } from 'node:fs'
import { basename, extname, resolve } from 'node:path'
import { bytesOf, openRegular } from '../adapters/files/regular-file.js'
import { featureSlug } from '../domain/feature/slug.js'
import { Failure, USAGE } from './exit.js'
import { print, printJson, say } from './output.js'
import { type Lane, laneOf } from './own-lane.js'
import { type Ask, Upload } from './service.js'

export interface ProofOptions {
  readonly lane?: string
  readonly feature?: string
  readonly group?: string
  readonly json?: boolean
}

const MAX_BYTES = 20 * 1024 * 1024
const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg' }

const contentOf = (path: string): Upload => {
  const type = TYPES[extname(path).toLowerCase()]
  if (type === undefined) throw new Failure(`${path}: must be a .png, .jpg or .jpeg file`, USAGE)
  const opened = openRegular(path)
  if (opened === null) throw new Failure(`${path}: cannot be read as a file`)
  try {
    const { size } = opened.stats
    if (size > MAX_BYTES) throw new Failure(`${path}: is larger than 20 MB`)
    return new Upload(type, bytesOf(opened.fd, size))
  } finally {
    closeSync(opened.fd)
  }
}

/**
 * Stores an image as proof of the work in a lane.
 * @param feature without it, the active feature, else the branch
 * @returns the feature, and the name that the image got
 */
export const attachProof = async (
  ask: Ask,
  { id, feature_slug, branch }: Lane,
  { path, group, feature }: { readonly path: string; readonly group: string; readonly feature?: string | undefined },
): Promise<{ readonly feature: string; readonly group: string; readonly file: string }> => {
  const slug = feature ?? feature_slug ?? featureSlug(branch ?? '')
  if (slug === null) throw new Failure('the lane has no active feature and no branch: name a feature', USAGE)
  const params = { id: String(id), slug, group }
  const name = basename(path)
  const { file } = await ask('POST /api/lanes/:id/proof/:slug/:group', params, { name }, contentOf(resolve(path)))
  return { feature: slug, group, file }
}

/** Stores an image as proof of the work in a lane; without one, lists the proof. */
export const proof = async (ask: Ask, path: string | undefined, options: ProofOptions): Promise<void> => {
  const { feature, group, json } = options
  const lane = await laneOf(ask, options.lane)
  if (path !== undefined) {
    if (group === undefined) throw new Failure('--group is missing: name the phase, such as before or after', USAGE)
    const stored = await attachProof(ask, lane, { path, group, feature })
    if (json) return printJson(stored)
    return print([stored.feature, stored.group, stored.file].join('/'))
  }
  const { features } = await ask('GET /api/lanes/:id/proof', { id: String(lane.id) })
  const listed = feature === undefined ? features : features.filter(({ slug }) => slug === feature)
  if (json) return printJson({ features: listed })
  const files = listed.flatMap(({ slug, groups }) =>
    Object.entries(groups).flatMap(([name, images]) => images.map((image) => [slug, name, image].join('/'))),
  )
  if (files.length === 0) return say('no proof: add an image with switchyard lanes proof <file> --group <phase>')
  for (const file of files) print(file)
  return undefined
}
