import { CHANGE_RANGES } from '../../../domain/git/diff.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { mountedAt } from '../mounted-at.js'
import { clamped, flag, oneOf, text } from '../param.js'
import { rawAnswer } from '../raw.js'
import { LANE_PREFIXES } from './lanes.js'

/** What a directory that git cannot read is answered with. */
const Unavailable = S.Struct({ available: S.Literal(false) })

const Text = Nullable(S.String)
const Lines = Nullable(Count)

const Facts = S.Struct({
  available: S.Literal(true),
  branch: Text,
  head: Text,
  /** No commit exists yet. */
  unborn: S.Boolean,
  subject: S.String,
  dirty: Count,
  untracked: Count,
  /** The first 20 changed files. */
  files: S.Array(
    S.Struct({
      path: S.String,
      /** Two characters, of the index and of the working tree, as in `git status --short`. */
      status: S.String,
      added: Lines,
      deleted: Lines,
    }),
  ),
  hasRemote: S.Boolean,
  upstream: Text,
  /** Null without an upstream. */
  ahead: Lines,
  behind: Lines,
  merging: S.Boolean,
  conflicts: S.Array(S.String),
  /** The worktree of the requested session. */
  worktree: S.optional(S.Struct({ path: S.String, branch: Text })),
})

const Branches = S.Struct({
  available: S.Literal(true),
  branches: S.Array(
    S.Struct({
      name: S.String,
      sha: S.String,
      current: S.Boolean,
      upstream: Text,
      ahead: Lines,
      behind: Lines,
      worktree: Text,
    }),
  ),
  current: Text,
  worktrees: S.Array(
    S.Struct({
      path: S.String,
      branch: Text,
      head: Text,
      bare: S.Boolean,
      /** The reason of its lock. */
      locked: Text,
      prunable: S.Boolean,
    }),
  ),
})

export const Hunk = S.Struct({
  header: S.String,
  context: S.String,
  oldStart: Count,
  newStart: Count,
  lines: S.Array(
    S.Struct({
      type: S.Literal('context', 'added', 'removed'),
      /** Null for an added line. */
      oldLine: Lines,
      /** Null for a removed line. */
      newLine: Lines,
      text: S.String,
      /** The file ends with this line, without a newline. */
      noNewline: S.optional(S.Literal(true)),
      /** What differs from the line on the other side, as ranges of UTF-16 units. */
      words: S.optional(S.Array(S.Struct({ start: Count, end: Count }))),
    }),
  ),
  /** The runs of changed lines, for the working directory only. */
  blocks: S.optional(
    S.Array(
      S.Struct({
        /** Counted from 0. */
        block: Count,
        /** The index has this change. */
        staged: S.Boolean,
      }),
    ),
  ),
})

const Changes = S.Struct({
  available: S.Literal(true),
  range: S.Literal(...CHANGE_RANGES),
  base: Text,
  baseRef: Text,
  mergeBase: Text,
  sha: Text,
  context: Count,
  truncated: S.Boolean,
  files: S.Array(
    S.Struct({
      path: S.String,
      /** Where a renamed or copied file was. */
      from: Text,
      /** Git's letter, `?` for an untracked file, or `U` for one with conflicts. */
      status: S.String,
      untracked: S.Boolean,
      /** Reported for the working directory only, like the next two. */
      staged: S.optional(S.Boolean),
      unstaged: S.optional(S.Boolean),
      conflicted: S.optional(S.Boolean),
      /** Null for a binary file. */
      added: Lines,
      deleted: Lines,
      binary: S.Boolean,
      /** The filter of the repository, such as git-crypt, that reads do not run. Its lines are not compared: no counts, no hunks. */
      filter: S.optional(S.String),
      hunks: S.Array(Hunk),
    }),
  ),
})

const Log = S.Struct({
  available: S.Literal(true),
  commits: S.Array(
    S.Struct({
      sha: S.String,
      short: S.String,
      subject: S.String,
      author: S.String,
      date: DateTime,
      refs: S.Array(S.String),
    }),
  ),
})

export const GitFile = S.Struct({
  available: S.Literal(true),
  path: S.String,
  rev: S.String,
  binary: S.Boolean,
  truncated: S.Boolean,
  /** Without their terminators. */
  lines: S.Array(S.String),
  eol: S.Literal('\n', '\r\n'),
  finalNewline: S.Boolean,
  /** The id that git gives the content; null for a truncated file. */
  sha: Text,
})

const TreeEntry = S.Struct({
  name: S.String,
  path: S.String,
  dir: S.Boolean,
  /** The status of a changed file. */
  status: S.optional(S.String),
  /** Something in the directory is changed. */
  changed: S.optional(S.Boolean),
})

const shared = { tag: 'git', access: 'lane:read', about: { kind: 'lane', param: 'id' } } as const
const session = text('a session of the lane with a worktree of its own, which is read instead')
const path = text('relative to the lane')
const rev = text('`work`, `HEAD`, or the id of a commit; default `work`')
const PATH_CODES = ['EBADPATH', 'ENOFILE', 'ESECRET', 'EBADREV', 'ENOWORKTREE'] as const

export const laneGit = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/git': endpoint({
    ...shared,
    summary: 'Get the branch and the changes of a lane',
    query: { session },
    answers: { 200: S.Union(Facts, Unavailable) },
    errors: ['ENOWORKTREE'],
  }),
  'GET /api/lanes/:id/git/branches': endpoint({
    ...shared,
    summary: 'List the branches and worktrees of a lane',
    query: { session },
    answers: { 200: S.Union(Branches, Unavailable) },
    errors: ['ENOWORKTREE'],
  }),
  'GET /api/lanes/:id/git/log': endpoint({
    ...shared,
    summary: 'List the commits of a lane, newest first',
    query: { session, limit: clamped(1, 200, 30, 'number of commits'), file: path },
    answers: { 200: S.Union(Log, Unavailable) },
    errors: ['EBADPATH', 'ENOWORKTREE'],
  }),
  'GET /api/lanes/:id/git/changes': endpoint({
    ...shared,
    summary: 'Get the changed files of a lane, with their hunks if requested',
    query: {
      session,
      range: oneOf(CHANGE_RANGES, 'default `work`'),
      sha: text('a commit, for the range `commit`'),
      path: text('a file, relative to the lane, whose hunks are returned'),
      full: flag('return the hunks of all files'),
      context: clamped(0, 5000, 3, 'unchanged lines around each change'),
      words: flag('mark the parts that differ in lines that replace each other'),
    },
    answers: { 200: S.Union(Changes, Unavailable) },
    errors: ['EBADREV', 'ENOBASE', 'ENOFILECHANGE', 'ENOWORKTREE'],
  }),
  'GET /api/lanes/:id/git/file': endpoint({
    ...shared,
    summary: 'Get the text of a file',
    query: { session, path, rev },
    answers: { 200: S.Union(GitFile, Unavailable) },
    errors: PATH_CODES,
  }),
  'GET /api/lanes/:id/git/raw': endpoint({
    ...shared,
    summary: 'Get an image file',
    query: { session, path, rev },
    answers: { 200: rawAnswer('image/*') },
    errors: [...PATH_CODES, 'ENOTIMAGE', 'ETOOBIG'],
    statuses: { ETOOBIG: 400 },
  }),
  'GET /api/lanes/:id/git/ls': endpoint({
    ...shared,
    summary: 'Find files of a lane by their path',
    query: { session, q: text('part of the path') },
    answers: {
      200: S.Union(
        S.Struct({ available: S.Literal(true), paths: S.Array(S.String), truncated: S.Boolean, total: Count }),
        Unavailable,
      ),
    },
    errors: ['ENOWORKTREE'],
  }),
  'GET /api/lanes/:id/git/tree': endpoint({
    ...shared,
    summary: 'List the entries of a directory',
    query: { session, path },
    answers: {
      200: S.Union(
        S.Struct({
          available: S.Literal(true),
          path: S.String,
          entries: S.Array(TreeEntry),
          truncated: S.Boolean,
        }),
        Unavailable,
      ),
    },
    errors: ['EBADPATH', 'ENOWORKTREE'],
  }),
  'GET /api/lanes/:id/git/tree-all': endpoint({
    ...shared,
    summary: 'List the entries of all directories',
    query: { session },
    answers: {
      200: S.Union(
        S.Struct({
          available: S.Literal(true),
          levels: S.Record({ key: S.String, value: S.Array(TreeEntry) }),
          truncated: S.Boolean,
        }),
        Unavailable,
      ),
    },
    errors: ['ENOWORKTREE'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneGitRoute = Extract<keyof typeof laneGit, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
