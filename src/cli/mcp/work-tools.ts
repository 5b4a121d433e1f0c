import { type Tool, tool } from '../../adapters/mcp/serve.js'
import { Schema as S } from '../../domain/schema.js'
import { attachProof } from '../lane-proof.js'
import { laneOf } from '../own-lane.js'
import type { Ask } from '../service.js'

const OwnLane = S.optional(
  S.Int.pipe(S.positive()).annotations({
    description: 'the id of a lane; without it, the lane of the working directory',
  }),
)
const LockName = S.NonEmptyString.annotations({ description: 'the name of the lock, such as db:migrate' })

/** Returns the tools with which an agent shows and coordinates its own work. `holder` acquires the locks. */
export const workTools = (ask: Ask, holder: string): readonly Tool[] => [
  tool({
    name: 'activate_feature',
    title: 'Activate a feature',
    description:
      'Says what the lane works on from now on. The feature before is archived with its stage, and restored when it is activated again.',
    changes: true,
    input: S.Struct({
      slug: S.NonEmptyString.annotations({ description: 'a short name, such as that of the branch' }),
      title: S.optional(S.String),
      lane_id: OwnLane,
    }),
    answer: async ({ lane_id, ...body }) => {
      const id = String((await laneOf(ask, lane_id?.toString())).id)
      const { lane, feature } = await ask('POST /api/lanes/:id/features/activate', { id }, {}, body)
      return { lane_id: lane.id, feature: feature.slug, stage: lane.stage }
    },
  }),
  tool({
    name: 'attach_proof',
    title: 'Attach proof',
    description:
      'Stores an image, such as a screenshot, that shows the result of the work in a lane. Its path can be the evidence of a stage.',
    changes: true,
    input: S.Struct({
      path: S.NonEmptyString.annotations({ description: 'a PNG or JPEG file of at most 20 MB' }),
      group: S.NonEmptyString.annotations({ description: 'what it shows, such as before or after' }),
      feature: S.optional(
        S.NonEmptyString.annotations({ description: 'default: the active feature, else the branch' }),
      ),
      lane_id: OwnLane,
    }),
    answer: async ({ lane_id, path, group, feature }) => {
      const lane = await laneOf(ask, lane_id?.toString())
      const stored = await attachProof(ask, lane, { path, group, feature })
      return { lane_id: lane.id, ...stored, evidence: `proof/${stored.feature}/${stored.group}/${stored.file}` }
    },
  }),
  tool({
    name: 'acquire_lock',
    title: 'Acquire a lock',
    description:
      'Acquires a named lock that all lanes share, such as for a database that only one may migrate. If another holds it, says who and for how long: try again later. Release it when you are done.',
    changes: true,
    input: S.Struct({ name: LockName }),
    answer: ({ name }) => ask('POST /api/locks/:name/acquire', { name }, {}, { holder }),
  }),
  tool({
    name: 'release_lock',
    title: 'Release a lock',
    description: 'Releases a named lock that this agent holds.',
    changes: true,
    input: S.Struct({ name: LockName }),
    answer: async ({ name }) => {
      await ask('POST /api/locks/:name/release', { name }, {}, { holder })
      return { name, released: true }
    },
  }),
]
