import { Schema as S } from '../../../domain/schema.js'
import { endpoint } from '../endpoint.js'
import { mountedAt } from '../mounted-at.js'
import { text } from '../param.js'
import { LANE_PREFIXES } from './lanes.js'

export const laneCommitMessage = mountedAt(LANE_PREFIXES, {
  'POST /api/lanes/:id/git/commit-message': endpoint({
    summary: 'Suggest the message of a commit',
    tag: 'git',
    access: 'lane:write',
    about: { kind: 'lane', param: 'id' },
    query: { session: text('a session of the lane with a worktree of its own, whose index is read instead') },
    answers: { 200: S.Struct({ message: S.String }) },
    errors: ['EAI', 'EGIT', 'ENOSTAGED', 'ENOTOOL', 'ENOWORKTREE'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneCommitMessageRoute = Extract<
  keyof typeof laneCommitMessage,
  `${string} ${(typeof LANE_PREFIXES)[0]}${string}`
>
