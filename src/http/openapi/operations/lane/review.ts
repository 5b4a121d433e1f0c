import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { ReviewRoute } from '../../../contract/lane/review.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { MAIN_ID, SESSION_ID } from '../../samples.js'

const HASH = '6e8f3c0b1a2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7'

const comment = {
  id: 'comment_01KATQ3V5T8XJ2M4N6P8R0S2T4',
  path: 'src/cart.ts',
  line: 12,
  end_line: 14,
  side: 'new',
  quote: 'const total = sum(items) - cards',
  text: 'Never below zero.',
  block: HASH,
  state: 'draft',
  at: '2026-11-20T09:31:40.502Z',
  sent_at: null,
  run_id: null,
  resolved_at: null,
  by: null,
} as const

const operations: Operations<ReviewRoute> = {
  'GET /api/lanes/:id/seen': {
    description:
      'Returns the files that differ from where the branch left its base, committed or not, as blocks: runs of changed lines. A block is identified by its path and its lines, so edits above it do not make it new. Marks belong to the caller. A file without lines, such as an image, is one block.',
    answer: {
      base: 'refs/heads/main',
      merge_base: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
      truncated: false,
      files: [
        {
          path: 'src/cart.ts',
          from: null,
          status: 'M',
          reasons: [],
          folded: null,
          blocks: [{ hash: HASH, ordinal: 0, old_start: 12, new_start: 12, removed: 1, added: 3, seen: true }],
        },
      ],
      blocks: 1,
      seen: 1,
      accepted: null,
      expect: { head: '5d1f0c2b7a9e4d3c8b6a5f4e3d2c1b0a9f8e7d6c', diff: HASH },
    },
  },
  'POST /api/lanes/:id/checks/:name': {
    description:
      'Runs a check (`test`, `types`, `lint` or `build`) with `sh -c` in the directory of the lane, for at most 30 minutes, and answers at once. Its result is in the evidence of the lane. Without `command`, the command of the newest run is used. Each check of a lane runs once at a time.',
    request: { command: 'npm test' },
    answer: { kind: 'test', command: 'npm test', since: '2026-03-01T09:30:00.000Z' },
  },
  'GET /api/lanes/:id/evidence': {
    description:
      "Finds commands that check the work among the calls of the lane's newest sessions. `ok` is null where the exit code of the " +
      'command may be that of something else, and where several checks ran and one of them failed.',
    answer: {
      checks: [
        {
          kind: 'test',
          command: 'npm test',
          ok: true,
          at: '2026-11-20T09:31:00.000Z',
          duration_ms: 8200,
          edits_since: 2,
          session_id: SESSION_ID,
          session_name: 'Empty cart returns 500',
          agent_id: MAIN_ID,
          line: 52,
          output: null,
        },
      ],
      running: [],
    },
  },
  'GET /api/lanes/:id/why': {
    description:
      "Repeats the edits that the transcripts of the lane's sessions record, and names the one that wrote each line. A line of which " +
      'that is not sure has none, as after a command has changed the file: `command` is then the one during which the file was last written.',
    answer: {
      ranges: [
        {
          from: 12,
          to: 14,
          edit: {
            session_id: SESSION_ID,
            session_name: 'Empty cart returns 500',
            agent_id: MAIN_ID,
            call_id: 'toolu_01A',
            tool: 'Edit',
            at: '2026-11-20T09:30:12.000Z',
            line: 41,
            turn: {
              number: 2,
              prompt: 'Handle an empty cart',
              at: '2026-11-20T09:29:00.000Z',
              line: 38,
              calls: 9,
              cost: 0.42,
            },
          },
        },
        { from: 15, to: 15, edit: null },
      ],
      command: {
        session_id: SESSION_ID,
        session_name: 'Empty cart returns 500',
        agent_id: MAIN_ID,
        call_id: 'toolu_02B',
        command: 'npm run format',
        at: '2026-11-20T09:34:02.000Z',
        line: 52,
      },
    },
  },
  'GET /api/lanes/:id/seen/file': {
    description:
      'Returns the hunks of a file between where the branch left its base and the working directory, with three unchanged lines around changes and the text that differs marked. Files that hold secrets, and binary ones, have no hunks.',
    answer: {
      path: 'src/cart.ts',
      from: null,
      status: 'M',
      binary: false,
      truncated: false,
      hunks: [
        {
          header: '@@ -12 +12 @@',
          context: '',
          oldStart: 12,
          newStart: 12,
          lines: [
            { type: 'removed', oldLine: 12, newLine: null, text: 'const total = sum(items)' },
            { type: 'added', oldLine: null, newLine: 12, text: 'const total = sum(items) - cards' },
          ],
        },
      ],
    },
  },
  'PUT /api/lanes/:id/seen': {
    description: 'Marks blocks as seen by the caller, or as not seen. At most 1,000 of each in a request.',
    request: { seen: [{ path: 'src/cart.ts', hash: HASH, ordinal: 0 }] },
    answer: { ok: true },
  },
  'GET /api/lanes/:id/comments': {
    description: 'Returns drafts, and what agents were sent.',
    answer: { comments: [comment] },
  },
  'POST /api/lanes/:id/comments': {
    description:
      'Adds a draft, of which a lane can have 100. It survives a restart, and nobody is told until it is sent.',
    request: { path: 'src/cart.ts', line: 12, end_line: 14, text: 'Never below zero.', block: HASH },
    answer: { comment },
  },
  'PATCH /api/lanes/:id/comments/:comment': {
    description: 'A comment that was sent keeps its text.',
    request: { resolved: true },
    answer: { comment: { ...comment, state: 'resolved', resolved_at: '2026-11-20T10:02:00.000Z' } },
  },
  'DELETE /api/lanes/:id/comments/:comment': {
    description: 'Deletes a draft, or a comment that was sent. The agent keeps what it was sent.',
    answer: { ok: true },
  },
  'POST /api/lanes/:id/comments/send': {
    description:
      'Sends all drafts to the agent of the lane like a review, and starts one if none runs. `ENOCHANGES` without drafts. If the agent asks something, nothing is sent and the drafts stay.',
    request: { summary: 'Looks good, two things are left.' },
    answer: { sent: 2, run_id: 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4', slot: 0, started: false },
  },
}

export const reviewOperations = mountedAt(LANE_PREFIXES, operations)
