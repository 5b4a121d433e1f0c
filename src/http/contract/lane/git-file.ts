import { Schema as S } from '../../../domain/schema.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { text } from '../param.js'
import { GitFile } from './git.js'
import { LANE_PREFIXES } from './lanes.js'

export const laneGitFile = mountedAt(LANE_PREFIXES, {
  'PUT /api/lanes/:id/git/file': endpoint({
    summary: 'Save the text of a file',
    tag: 'git',
    access: 'lane:write',
    about: { kind: 'lane', param: 'id' },
    query: { session: text('a session of the lane with a worktree of its own, where the file is saved instead') },
    // The domain checks each member, with a code for each.
    body: describedAs(
      S.Struct({ path: S.optional(Json), content: S.optional(Json), baseSha: S.optional(Json) }),
      S.Struct({ path: S.String, content: S.String, baseSha: S.String }),
    ),
    checksText: true,
    // JSON escapes a character with up to six bytes.
    bodyLimit: 8 * 1024 * 1024,
    answers: { 200: GitFile },
    errors: [
      'EBADPATH',
      'EBADCONTENT',
      'EBINARY',
      'EGIT',
      'ENOFILE',
      'ENOWORKTREE',
      'EOTHERWORKTREE',
      'EOUTSIDELANE',
      'EPROVISIONING',
      'ESECRET',
      'ESTALE',
      'ETOOBIG',
    ],
    statuses: { ETOOBIG: 400 },
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneGitFileRoute = Extract<keyof typeof laneGitFile, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
