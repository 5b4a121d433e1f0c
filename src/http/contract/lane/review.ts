import { CHECK_KINDS } from '../../../domain/review/check.js'
import { FOLDS, RISKS } from '../../../domain/review/risk.js'
import { MAX_MARKS } from '../../../domain/review/marks.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable, Usd } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { clamped, text } from '../param.js'
import { Hunk } from './git.js'
import { START_ERRORS } from './runs.js'
import { LANE_PREFIXES } from './lanes.js'

const Marks = S.Array(S.Struct({ path: S.String, hash: S.String, ordinal: Count })).pipe(S.maxItems(MAX_MARKS))

const Comment = S.Struct({
  id: S.String,
  path: S.String,
  /** Null for the whole file. */
  line: Nullable(Count),
  end_line: Nullable(Count),
  side: S.Literal('old', 'new'),
  quote: Nullable(S.String),
  text: S.String,
  /** The hash of the block that it is about. */
  block: Nullable(S.String),
  state: S.Literal('draft', 'sent', 'resolved'),
  at: DateTime,
  /** When an agent was sent it, and in which run. */
  sent_at: Nullable(DateTime),
  run_id: Nullable(S.String),
  resolved_at: Nullable(DateTime),
  /** The id of its author; null in local mode. */
  by: Nullable(S.Int),
})

/** The edit that wrote a line. */
const LineEdit = S.Struct({
  session_id: S.String,
  session_name: S.String,
  agent_id: S.String,
  call_id: S.String,
  tool: S.String,
  at: Nullable(DateTime),
  /** The line of the agent's transcript with the call. */
  line: Count,
  /** The turn in which it was made; null if no prompt of the session is known. */
  turn: Nullable(
    S.Struct({
      number: Count,
      prompt: S.String,
      at: DateTime,
      /** The line of the transcript with the prompt; null if only a hook reported it. */
      line: Nullable(Count),
      calls: Count,
      /** What the whole turn cost. */
      cost: Usd,
    }),
  ),
})

const about = { kind: 'lane', param: 'id' } as const

const RunningCheck = S.Struct({ kind: S.Literal(...CHECK_KINDS), command: S.String, since: DateTime })

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
        /** In the order of a review: what is risky, then the largest, then what need not be read. */
        files: S.Array(
          S.Struct({
            path: S.String,
            /** Where it was renamed from. */
            from: Nullable(S.String),
            /** Git's letter, or `?` for an untracked file. */
            status: S.String,
            /** Why it is worth to be read first, the gravest first, with the line of a secret or of a skipped test. */
            reasons: S.Array(S.Struct({ kind: S.Literal(...RISKS), line: Nullable(Count) })),
            /** Why it need not be read; null if it is to be read. */
            folded: Nullable(S.Literal(...FOLDS)),
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
        /** Those that were seen, or are in files that need not be read. */
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
  'GET /api/lanes/:id/why': endpoint({
    summary: 'Find out which recorded edits wrote some lines of a file of a lane',
    tag: 'lanes',
    access: 'lane:read',
    about,
    query: {
      path: text('of a file, relative to the lane'),
      line: clamped(1, 10_000_000, 1, 'the first line, in the file of the working directory'),
      count: clamped(1, 2000, 1, 'number of lines'),
    },
    answers: {
      200: S.Struct({
        /** Lines that follow each other and have the same origin, in order. */
        ranges: S.Array(
          S.Struct({
            from: Count,
            to: Count,
            /** Null if no recorded edit is known to have written these lines, or none has: they are then as in the base. */
            edit: Nullable(LineEdit),
          }),
        ),
        /** The command of an agent during which the file was last written; null if none is known. It may have written other lines. */
        command: Nullable(
          S.Struct({
            session_id: S.String,
            session_name: S.String,
            agent_id: S.String,
            call_id: S.String,
            command: S.String,
            at: DateTime,
            /** The line of the agent's transcript with the call; null if only a hook reported it. */
            line: Nullable(Count),
          }),
        ),
      }),
    },
    errors: ['EGIT', 'ENOBASE', 'ENOFILECHANGE', 'EUNAVAILABLE'],
  }),
  'GET /api/lanes/:id/evidence': endpoint({
    summary: 'List the newest run of each check in a lane: tests, types, lint, build',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: {
      200: S.Struct({
        checks: S.Array(
          S.Struct({
            kind: S.Literal(...CHECK_KINDS),
            command: S.String,
            /** Whether it passed; null if the exit code of the command does not tell, as behind a pipe. */
            ok: Nullable(S.Boolean),
            at: DateTime,
            duration_ms: Nullable(Count),
            /** Edits by agents of the lane after it. */
            edits_since: Count,
            /** The session whose agent ran it; null if a user did. */
            session_id: Nullable(S.String),
            session_name: Nullable(S.String),
            agent_id: Nullable(S.String),
            /** The line of the agent's transcript with the call; null if only a hook reported it. */
            line: Nullable(Count),
            /** The end of its output, if a user ran it. */
            output: Nullable(S.String),
          }),
        ),
        /** The checks that users started and that run now. */
        running: S.Array(RunningCheck),
      }),
    },
    errors: ['EUNAVAILABLE'],
  }),
  'POST /api/lanes/:id/checks/:name': endpoint({
    summary: 'Run a check in the directory of a lane',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({
      /** Default: that of the newest run. */
      command: S.optional(describedAs(Json, Nullable(S.String))),
    }),
    answers: { 202: RunningCheck },
    errors: ['EBADFIELD', 'EBUSY', 'EPROVISIONING', 'EUNAVAILABLE'],
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
  'GET /api/lanes/:id/comments': endpoint({
    summary: 'List the comments on the changes of a lane, the oldest first',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ comments: S.Array(Comment) }) },
  }),
  'POST /api/lanes/:id/comments': endpoint({
    summary: 'Draft a comment on the changes of a lane',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: describedAs(
      S.Struct({
        path: S.optional(Json),
        line: S.optional(Json),
        end_line: S.optional(Json),
        side: S.optional(Json),
        quote: S.optional(Json),
        text: S.optional(Json),
        block: S.optional(Json),
      }),
      S.Struct({
        path: S.String,
        line: S.optional(Nullable(Count)),
        end_line: S.optional(Nullable(Count)),
        side: S.optional(Nullable(S.Literal('old', 'new'))),
        quote: S.optional(Nullable(S.String)),
        text: S.String,
        block: S.optional(Nullable(S.String)),
      }),
    ),
    answers: { 201: S.Struct({ comment: Comment }) },
    errors: ['EBADFIELD', 'EBADPATH'],
  }),
  'PATCH /api/lanes/:id/comments/:comment': endpoint({
    summary: 'Change the text of a draft, or resolve a comment',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: S.Struct({ text: S.optional(describedAs(Json, S.String)), resolved: S.optional(S.Boolean) }),
    answers: { 200: S.Struct({ comment: Comment }) },
    errors: ['EBADFIELD', 'EBADPATH', 'ENOTFOUND'],
  }),
  'DELETE /api/lanes/:id/comments/:comment': endpoint({
    summary: 'Delete a comment',
    tag: 'lanes',
    access: 'lane:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: ['ENOTFOUND'],
  }),
  'POST /api/lanes/:id/comments/send': endpoint({
    summary: 'Send the drafts to an agent as one message',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: S.Struct({
      summary: S.optional(describedAs(Json, Nullable(S.String))),
      slot: S.optional(describedAs(Json, Nullable(S.Int))),
    }),
    answers: { 200: S.Struct({ sent: Count, run_id: S.String, slot: S.Int, started: S.Boolean }) },
    errors: [...START_ERRORS, 'ENOTFOUND', 'EBADMESSAGE', 'EBADPATH', 'ENOTREADY', 'ENOCHANGES'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type ReviewRoute = Extract<keyof typeof review, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
