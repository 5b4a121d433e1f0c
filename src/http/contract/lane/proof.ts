import { THUMBNAIL_WIDTHS } from '../../../domain/proof/proof.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { oneOf, text } from '../param.js'
import { rawAnswer, streamBody } from '../raw.js'
import { LANE_PREFIXES } from './lanes.js'

const ProofFeature = S.Struct({
  slug: S.String,
  /** The names of the images of each group. */
  groups: S.Record({ key: S.String, value: S.Array(S.String) }),
  /** The path of the report page below the feature; empty without one. */
  ticket_report: S.String,
  /** When the newest file changed, in seconds since the epoch; 0 without files. */
  mtime: Count,
})

const about = { kind: 'lane', param: 'id' } as const
const bytes = S.String.annotations({ jsonSchema: { type: 'string', format: 'binary' } })

export const laneProof = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/proof': endpoint({
    summary: 'List the proof files of a lane by feature',
    tag: 'proof',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ features: S.Array(ProofFeature) }) },
  }),
  'GET /api/lanes/:id/proof/:slug/:group/:file': endpoint({
    summary: 'Get an image or a report page',
    tag: 'proof',
    // A report is sandboxed, so its requests for images have no origin.
    access: 'lane:read',
    embedded: true,
    about,
    query: { width: oneOf(THUMBNAIL_WIDTHS, 'pixels: an image is made smaller, as WebP') },
    answers: { 200: rawAnswer('*/*') },
    errors: ['ENOFILE'],
    statuses: { ENOFILE: 404 },
  }),
  'POST /api/lanes/:id/proof/:slug/:group': endpoint({
    summary: 'Upload an image',
    tag: 'proof',
    access: 'lane:write',
    about,
    query: { name: text('name of the file; a form may have it as the name of its file') },
    body: streamBody({ 'image/png': bytes, 'image/jpeg': bytes, 'multipart/form-data': { field: 'file' } }),
    answers: { 201: S.Struct({ file: S.String }) },
    errors: ['EBADPATH', 'ENOFILE', 'ENOTIMAGE', 'ETOOBIG'],
  }),
  'DELETE /api/lanes/:id/proof/:slug': endpoint({
    summary: 'Delete images of a feature',
    tag: 'proof',
    access: 'lane:write',
    about,
    body: describedAs(
      S.Struct({ group: S.optional(Json), images: S.optional(Json) }),
      S.Struct({ group: S.optional(S.String), images: S.optional(S.Array(S.String)) }),
    ),
    answers: { 200: S.Struct({ deleted: Count }) },
    errors: ['EBADPATH', 'ENOFEATURE'],
  }),
  'POST /api/lanes/:id/proof-link': endpoint({
    summary: 'Link the proof folder into the repository',
    tag: 'proof',
    access: 'lane:write',
    about,
    answers: { 200: S.Struct({ linked: S.Boolean }) },
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneProofRoute = Extract<keyof typeof laneProof, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
