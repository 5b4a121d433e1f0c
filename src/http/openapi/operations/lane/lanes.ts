import { LANE_PREFIXES, type LaneRoute } from '../../../contract/lane/lanes.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { lane, SESSION_ID } from '../../samples.js'

const operations: Operations<LaneRoute> = {
  'GET /api/lanes': {
    description:
      'Lists the lanes with their panes, the one that changed last first. A lane is a directory that agents work in.',
    answer: {
      lanes: [
        {
          ...lane,
          status: 'running',
          panes: [
            {
              slot: 0,
              run_id: '01KAGX3Z7T0V4N2B8M5Q6R9SWC',
              session_id: SESSION_ID,
              tool: 'cli_a',
              shell: false,
              alive: true,
              started_at: '2026-11-20T09:14:02.113Z',
              ended_at: null,
              exit_code: null,
              signal: null,
              worktree: false,
              waiting: null,
              ask: null,
            },
          ],
        },
      ],
    },
  },
  'POST /api/lanes': {
    description:
      'Creates a lane on an existing directory, which the service never changes. A directory has one lane; symbolic links are resolved first.',
    request: { cwd: '/home/ada/shop', title: 'Shop' },
    answer: { lane },
  },
  'POST /api/lanes/ensure': {
    description:
      'Returns the lane on a directory, or else the one on the nearest directory above it; with `exact`, only the former. Without one, creates a lane. An empty `cwd` means the home directory of the user who runs the service. The other members apply to a new lane only.',
    request: { cwd: '/home/ada/shop/packages/cart' },
    answer: { lane, created: false },
  },
  'POST /api/lanes/pick-path': {
    description:
      'Opens the dialog of the desktop that the service runs on, and waits. It answers the absolute path, or `cancelled`. Only a request from this machine may ask, and only one dialog is open at a time. It closes when the request does.',
    request: { kind: 'dir', start: '/home/ada' },
    answer: { path: '/home/ada/shop' },
  },
  'POST /api/lanes/clone': {
    description:
      'Clones a repository into a new folder, for at most 10 minutes, and answers when it is a lane. The address is `https://`, `ssh://` or `user@host:path`. A host that needs a login is answered ECREDENTIALS, with the place in `error.auth`; send `credentials` then. An SSH host that is not known is answered ESSHAUTH, with its key in `error.fingerprint`. It continues when the client leaves. `clone_progress` says how far it is.',
    request: { url: 'https://git.example.com/shop.git', parent: '/home/ada' },
    answer: { lane, created: true, path: '/home/ada/shop' },
  },
  'POST /api/lanes/worktree': {
    description:
      'Creates a lane and answers at once. Its git worktree and branch are created in the background; then the lane becomes `idle`, or `failed` with the reason in `notes`, and `lane_update` is sent. The branch is named like the slug, which is derived from the title if none is given. Names that are in use get `-2` to `-50`.',
    request: { sourceRepo: '/home/ada/shop', title: 'Retry uploads', base: 'main' },
    answer: {
      lane: {
        ...lane,
        cwd: '/home/ada/shop-lanes/retry-uploads',
        title: 'Retry uploads',
        kind: 'managed',
        status: 'provisioning',
        branch: 'feat/retry-uploads',
        source_repo: '/home/ada/shop',
        links: {},
      },
    },
  },
  'GET /api/lanes/browse': {
    description:
      'Lists the folders in a folder, in natural order, at most 2,000. In server mode, users who are no admins see their own folder ' +
      'and their lanes only.',
    answer: {
      path: '/home/ada',
      parent: '/home',
      home: '/home/ada',
      entries: [{ name: 'shop', path: '/home/ada/shop', mtime: 1_780_000_000_000 }],
      truncated: false,
    },
  },
  'POST /api/lanes/browse/mkdir': {
    description: 'Creates one folder in an existing one.',
    request: { parent: '/home/ada', name: 'shop' },
    answer: { path: '/home/ada/shop' },
  },
  'GET /api/lanes/preparation': {
    description:
      'Tells what a new worktree of the repository that a path is in gets besides its checkout: the ignored files that its profile copies, and its setup script. The script runs in a new worktree, before an agent starts there, only if the request that creates the lane sends its digest as `setup`. `available` is false if the path is in no repository.',
    answer: {
      available: true,
      copied: { count: 1, files: ['.env'] },
      setup: {
        path: '/home/ada/shop/.svc/profile/hooks/setup',
        text: '#!/bin/sh\nnpm ci\n',
        digest: '4f1c2b6a9d0e8f7766554433221100ffeeddccbbaa99887766554433221100ff',
      },
    },
  },
  'GET /api/lanes/branches': {
    description:
      'Lists the branches and worktrees of the repository that a path is in, the newest commits first. `available` is false if it is in none.',
    answer: {
      available: true,
      branches: [
        {
          name: 'main',
          sha: '9c1185a5c5e9fc54612808977ee8f548b2258d31',
          current: true,
          upstream: 'origin/main',
          ahead: 0,
          behind: 2,
          worktree: '/home/ada/shop',
        },
      ],
      current: 'main',
      worktrees: [
        {
          path: '/home/ada/shop',
          head: '9c1185a5c5e9fc54612808977ee8f548b2258d31',
          branch: 'main',
          bare: false,
          locked: null,
          prunable: false,
        },
      ],
    },
  },
  'GET /api/lanes/pipelines': {
    description: 'Lists the pipeline templates, without the empty default pipeline.',
    answer: {
      pipelines: [
        {
          id: 'feature',
          name: 'Feature',
          nodes: [{ id: 'review', label: 'Review', icon: null, gate: true, aliases: ['code-review'] }],
        },
      ],
    },
  },
  'POST /api/lanes/pipelines/examples': {
    description:
      'Copies the example templates to the folder of the templates (`DASHBOARD_PIPELINES_DIR`, else `pipelines` in the data directory). Existing files stay.',
    answer: { copied: ['/home/ada/.switchyard/pipelines/feature.json'], kept: [] },
  },
  'GET /api/lanes/:id': {
    description: 'Returns a lane and its panes, which are the terminals that agents run in.',
    answer: { lane, panes: [] },
  },
  'PATCH /api/lanes/:id': {
    description:
      'Updates the members that the body names. Values are strings, numbers or null; `links` is an object. One invalid member refuses the whole update. The tool cannot be changed.',
    request: { title: 'Shop', links: { ticket: 'https://tracker.example/SHOP-12' } },
    answer: { lane },
  },
  'POST /api/lanes/:id/archive': {
    description:
      'Lists show it apart, and it waits for no decision. Its directory, its branch and its history stay. A program that starts in it takes it back.',
    answer: { ok: true },
  },
  'DELETE /api/lanes/:id/archive': { description: 'Lists show it among the others again.', answer: { ok: true } },
  'DELETE /api/lanes/:id': {
    description: 'Deletes the record of a lane. Its directory, its branch and its sessions stay.',
    answer: { ok: true },
  },
}

export const lanesOperations = mountedAt(LANE_PREFIXES, operations)
