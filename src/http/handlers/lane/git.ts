import * as Effect from 'effect/Effect'
import type { LaneShape } from '../../../projections/queries/lanes.js'
import { LANE_PREFIXES } from '../../contract/lane/lanes.js'
import type { LaneGitRoute } from '../../contract/lane/git.js'
import { mountedAt } from '../../contract/mounted-at.js'
import type { Handlers, RequestInfo } from '../../handler.js'
import type { Services } from '../../services.js'

/** A repository may contain an SVG file with scripts. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** What the other reads answer, too. */
const UNAVAILABLE = JSON.stringify({ available: false })

const target = (
  { query: { session } }: { readonly query: { readonly session: string | undefined } },
  { row: lane, reads }: RequestInfo & { readonly row: LaneShape },
) => ({ lane, session, visibility: reads })

/** Answers with what was read, or that git cannot read the directory. */
const ok = <A extends object>(found: A | null) =>
  found === null
    ? { status: 200 as const, json: { available: false as const } }
    : { status: 200 as const, json: { available: true as const, ...found } }

export const laneGitHandlers = ({ git }: Services) => {
  const handlers: Handlers<LaneGitRoute> = {
    'GET /api/lanes/:id/git': (input, request) => Effect.map(git.facts(target(input, request)), ok),
    'GET /api/lanes/:id/git/branches': (input, request) => Effect.map(git.branches(target(input, request)), ok),
    'GET /api/lanes/:id/git/log': (input, request) =>
      Effect.map(git.log(target(input, request), input.query.limit, input.query.file), (commits) =>
        ok(commits === null ? null : { commits }),
      ),
    'GET /api/lanes/:id/git/changes': (input, request) => {
      const { range = 'work', sha = null, path, full, context, words } = input.query
      const { base_branch: base } = request.row
      return Effect.map(git.changes(target(input, request), { range, base, sha, path, full, context, words }), ok)
    },
    'GET /api/lanes/:id/git/file': (input, request) =>
      Effect.map(git.file(target(input, request), input.query.path ?? '', input.query.rev ?? 'work'), ok),
    'GET /api/lanes/:id/git/raw': (input, request) =>
      Effect.map(git.image(target(input, request), input.query.path ?? '', input.query.rev ?? 'work'), (found) => ({
        status: 200 as const,
        content: found?.bytes ?? UNAVAILABLE,
        headers: {
          'content-type': found?.type ?? 'application/json',
          'content-security-policy': SANDBOX,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-cache',
        },
      })),
    'GET /api/lanes/:id/git/ls': (input, request) =>
      Effect.map(git.list(target(input, request), input.query.q ?? ''), ok),
    'GET /api/lanes/:id/git/tree': (input, request) =>
      Effect.map(git.tree(target(input, request), input.query.path), ok),
    'GET /api/lanes/:id/git/tree-all': (input, request) => Effect.map(git.treeAll(target(input, request)), ok),
  }
  return mountedAt(LANE_PREFIXES, handlers)
}
