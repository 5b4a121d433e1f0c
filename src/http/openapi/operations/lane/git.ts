import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneGitRoute } from '../../../contract/lane/git.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const SHA = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const operations: Operations<LaneGitRoute> = {
  'GET /api/lanes/:id/git': {
    description:
      'Returns the branch, the last commit and the changed files of a directory, also below the top of its repository. `available` is false if git cannot read it. Reads take no lock and run no program of the repository.',
    answer: {
      available: true,
      branch: 'feat/cart',
      head: SHA,
      unborn: false,
      subject: 'Keep the cart after login',
      dirty: 1,
      untracked: 1,
      files: [
        { path: 'src/cart.ts', status: ' M', added: 12, deleted: 3 },
        { path: 'src/cart.test.ts', status: '??', added: null, deleted: null },
      ],
      hasRemote: true,
      upstream: 'origin/feat/cart',
      ahead: 2,
      behind: 0,
      merging: false,
      conflicts: [],
    },
  },
  'GET /api/lanes/:id/git/branches': {
    description: 'Returns the local branches, those with the newest commits first, and the worktrees that have them.',
    answer: {
      available: true,
      branches: [
        {
          name: 'feat/cart',
          sha: SHA,
          current: true,
          upstream: 'origin/feat/cart',
          ahead: 2,
          behind: 0,
          worktree: '/home/ada/shop',
        },
      ],
      current: 'feat/cart',
      worktrees: [
        { path: '/home/ada/shop', branch: 'feat/cart', head: SHA, bare: false, locked: null, prunable: false },
      ],
    },
  },
  'GET /api/lanes/:id/git/log': {
    description: 'Returns the last commits, or those that changed a file.',
    answer: {
      available: true,
      commits: [
        {
          sha: SHA,
          short: SHA.slice(0, 7),
          subject: 'Keep the cart after login',
          author: 'Ada',
          date: '2026-11-20T09:10:00Z',
          refs: ['HEAD', 'refs/heads/feat/cart'],
        },
      ],
    },
  },
  'GET /api/lanes/:id/git/changes': {
    description:
      'Returns the files that changed in the working directory (compared with the last commit), on the branch (since it left the base of the lane), or in one commit. Hunks come with `path` or `full`. At most 300 files, 200 KB of patch for a file and 1 MB in total; `truncated` says that something was left out.',
    answer: {
      available: true,
      range: 'work',
      base: null,
      baseRef: null,
      mergeBase: null,
      sha: null,
      context: 3,
      truncated: false,
      files: [
        {
          path: 'src/cart.ts',
          from: null,
          status: 'M',
          untracked: false,
          staged: false,
          unstaged: true,
          conflicted: false,
          added: 1,
          deleted: 1,
          binary: false,
          hunks: [
            {
              header: '@@ -1 +1 @@',
              context: '',
              oldStart: 1,
              newStart: 1,
              lines: [
                { type: 'removed', oldLine: 1, newLine: null, text: 'let cart = []' },
                { type: 'added', oldLine: null, newLine: 1, text: 'const cart = []' },
              ],
              blocks: [{ block: 0, staged: false }],
            },
          ],
        },
      ],
    },
  },
  'GET /api/lanes/:id/git/file': {
    description:
      'Returns the lines of a file in the working directory or in a commit, at most 1 MB. A file named `settings.local.json` is refused everywhere.',
    answer: {
      available: true,
      path: 'src/cart.ts',
      rev: 'work',
      binary: false,
      truncated: false,
      lines: ['export const cart = []'],
      eol: '\n',
      finalNewline: true,
      sha: SHA,
    },
  },
  'GET /api/lanes/:id/git/raw': {
    description: 'Returns the bytes of an image, at most 20 MB. Scripts of an SVG file do not run.',
  },
  'GET /api/lanes/:id/git/ls': {
    description:
      'Returns at most 500 files whose path contains a text, those with a matching name first. Ignored files are left out.',
    answer: { available: true, paths: ['src/cart.ts', 'src/cart.test.ts'], truncated: false, total: 2 },
  },
  'GET /api/lanes/:id/git/tree': {
    description: 'Returns the entries of one directory, directories first, with the status of changed files.',
    answer: {
      available: true,
      path: 'src',
      entries: [
        { name: 'pages', path: 'src/pages', dir: true, changed: true },
        { name: 'cart.ts', path: 'src/cart.ts', dir: false, status: ' M' },
      ],
      truncated: false,
    },
  },
  'GET /api/lanes/:id/git/tree-all': {
    description:
      'Returns the entries of each directory that contains files, by its path. The path of the top is empty.',
    answer: {
      available: true,
      levels: {
        '': [{ name: 'src', path: 'src', dir: true }],
        src: [{ name: 'cart.ts', path: 'src/cart.ts', dir: false }],
      },
      truncated: false,
    },
  },
}

export const laneGitOperations = mountedAt(LANE_PREFIXES, operations)
