import { MAX_MARKS } from '../../../domain/review/marks.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { text } from '../param.js'
import { Hunk } from './git.js'
import { LANE_PREFIXES } from './lanes.js'

const Marks = S.Array(S.Struct({ path: S.String, hash: S.String, ordinal: Count })).pipe(S.maxItems(MAX_MARKS))

const about = { kind: 'lane', param: 'id' } as const

export const review = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/seen': endpoint({
    summary: 'List the changes of a lane block by block, and what the caller has seen',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: {
      200: S.Struct({
        /** The base of the branch, and the commit at which it left it. */
        base: S.String,
        merge_base: S.String,
        /** There are more changes than are read. */
        truncated: S.Boolean,
        files: S.Array(
          S.Struct({
            path: S.String,
            /** Where it was renamed from. */
            from: Nullable(S.String),
            /** Git's letter, or `?` for an untracked file. */
            status: S.String,
            blocks: S.Array(
              S.Struct({
                /** SHA-256 of the path, the removed and the added lines; of the content for a file without lines. */
                hash: S.String,
                /** Counts equal blocks of the file. */
                ordinal: Count,
                old_start: Count,
                new_start: Count,
                removed: Count,
                added: Count,
                seen: S.Boolean,
              }),
            ),
          }),
        ),
        blocks: Count,
        seen: Count,
        accepted: Nullable(S.Struct({ at: DateTime, by: Nullable(S.Int), current: S.Boolean })),
        /** To be sent when the changes are accepted. */
        expect: S.Struct({ head: S.String, diff: S.String }),
      }),
    },
    errors: ['EGIT', 'ENOBASE'],
  }),
  'GET /api/lanes/:id/seen/file': endpoint({
    summary: 'Get the changes of one file of a lane since it left its base',
    tag: 'lanes',
    access: 'lane:read',
    about,
    query: { path: text('of a changed file, relative to the lane') },
    answers: {
      200: S.Struct({
        path: S.String,
        from: Nullable(S.String),
        status: S.String,
        binary: S.Boolean,
        /** Hunks were left out. */
        truncated: S.Boolean,
        hunks: S.Array(Hunk),
      }),
    },
    errors: ['EGIT', 'ENOBASE', 'ENOFILECHANGE'],
  }),
  'PUT /api/lanes/:id/seen': endpoint({
    summary: 'Mark blocks of the changes of a lane as seen',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: S.Struct({ seen: S.optional(describedAs(Json, Marks)), unseen: S.optional(describedAs(Json, Marks)) }),
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: ['EBADFIELD'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type ReviewRoute = Extract<keyof typeof review, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
