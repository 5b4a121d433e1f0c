import type { updates } from '../../../contract/system/updates.js'
import type { Operations } from '../../operation.js'

const update = {
  current_version: '0.1.0',
  checks_enabled: true,
  last_checked_at: '2026-11-20T08:00:00.000Z',
  git_repo: true,
  update_available: true,
  repo_root: '/home/ada/switchyard',
  remote_ref: 'origin/main',
  canonical_remote: 'origin',
  current_branch: 'main',
  tracking_upstream: 'origin/main',
  tracks_canonical: true,
  situation: 'tracking_canonical',
  situation_note: null,
  local_sha: '3f1c0de',
  remote_sha: '9a4b7c2',
  commits_behind: 4,
  manual_command: 'git pull --ff-only',
  message: '4 commits behind origin/main',
  fetch_error: null,
} as const

export const updatesOperations: Operations<keyof typeof updates> = {
  'GET /api/updates/status': {
    description: 'Returns the result of the last update check without network access.',
    answer: update,
  },
  'POST /api/updates/check': {
    description: 'Fetches from the Git remote and returns whether a newer version is available. Installs nothing.',
    answer: update,
  },
}
