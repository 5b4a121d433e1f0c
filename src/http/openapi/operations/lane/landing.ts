import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LandingRoute } from '../../../contract/lane/landing.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const HEAD = '5d1f0c2b7a9e4d3c8b6a5f4e3d2c1b0a9f8e7d6c'
const BASE = '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567'
const DIFF = '6e8f3c0b1a2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7'
const COMMIT = '9c8b7a6f5e4d3c2b1a0f9e8d7c6b5a4f3e2d1c0b'
const expect = { head: HEAD, base: BASE, diff: DIFF } as const
const landed = {
  base: 'main',
  how: 'merge',
  head: HEAD,
  commit: COMMIT,
  before: BASE,
  folder: '/home/ada/shop',
} as const

const operations: Operations<LandingRoute> = {
  'GET /api/lanes/:id/land': {
    description:
      'Returns what is checked before a landing: whether agents are at rest, the changes were accepted and are committed, how far the base moved, which files conflict with it and with other lanes of the repository, and whether the directory that has the base checked out is clean. Merges are predicted without touching a file. `refused` rows must be solved first, `ask` rows need `confirm`, `warn` rows are allowed.',
    answer: {
      branch: 'feat/gift-cards',
      base: 'main',
      ahead: 3,
      behind: 1,
      brought: 0,
      uncommitted: 0,
      files: 4,
      checks: [{ kind: 'test', ok: true, edits_since: 0 }],
      busy_agents: 0,
      merging: false,
      conflicts: [],
      lanes: [{ lane_id: 7, title: 'Wishlist page', files: ['src/cart.ts'] }],
      checkout: { path: '/home/ada/shop', changes: 0, busy: null },
      accepted: { at: '2026-11-20T09:31:40.502Z', by: null, current: true },
      landed: null,
      rows: [
        { id: 'agents', state: 'ok' },
        { id: 'accepted', state: 'ok' },
        { id: 'committed', state: 'ok' },
        { id: 'checks', state: 'ok' },
        { id: 'base', state: 'warn' },
        { id: 'conflicts', state: 'ok' },
        { id: 'lanes', state: 'warn' },
        { id: 'checkout', state: 'ok' },
      ],
      verdict: 'allowed',
      expect,
      messages: { merge: "Merge branch 'feat/gift-cards'", squash: 'Accept gift cards at checkout' },
    },
  },
  'POST /api/lanes/:id/land': {
    description:
      'Lands the branch: everything is checked again, and `ESTALE` is answered if anything is not as `expect` says. Where the base is checked out, git merges there, with the hooks of the repository, and a failure leaves no merge behind. Where it is not, the branch is moved and no directory is touched. `squash` makes one commit with one parent. Programs in lanes and access tokens are refused.',
    request: { how: 'merge', expect },
    answer: landed,
  },
  'POST /api/lanes/:id/update': {
    description:
      'Merges the base into the branch of the lane, in its directory. The remote of the base is fetched first; if the base is only behind its upstream, the upstream is merged instead. A merge that stops at conflicts is a success, with the files in `conflicts`. A remote that cannot be fetched is a warning.',
    request: {},
    answer: { branch: 'origin/main', output: '', conflicts: [], warnings: [] },
  },
  'POST /api/lanes/:id/revert': {
    description: 'Adds a commit to the base that takes back what the lane landed last.',
    request: { expect: { base: COMMIT } },
    answer: { commit: HEAD, base: 'main' },
  },
  'POST /api/lanes/:id/accept': {
    description:
      'Records that the user accepts the changes as `expect` describes them. Any later change makes the acceptance stale.',
    request: { expect: { head: HEAD, diff: DIFF } },
    answer: { ok: true },
  },
  'DELETE /api/lanes/:id/accept': {
    description: 'Takes the acceptance back.',
    answer: { ok: true },
  },
  'GET /api/lanes/:id/pull-request': {
    description:
      'Returns the page of GitHub, GitLab, Bitbucket, Codeberg, Gitea or Forgejo on which a pull request is opened, with a title and a text, which closes the issues that the lane has links to. The branch must be pushed first. No token is used.',
    answer: {
      url: 'https://github.com/ada/shop/compare/main...feat/gift-cards?expand=1&title=Accept+gift+cards&body=-+Apply+cards',
      base: 'main',
      branch: 'feat/gift-cards',
      title: 'Accept gift cards',
      text: '- Apply cards',
    },
  },
}

export const landingOperations = mountedAt(LANE_PREFIXES, operations)
