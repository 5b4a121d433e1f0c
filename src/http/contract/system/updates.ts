import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'

const Text = Nullable(S.String)

export const UpdateStatus = S.Struct({
  current_version: S.String,
  /** Whether update checks may use the network. */
  checks_enabled: S.Boolean,
  /** When the remote was last checked; null since startup. */
  last_checked_at: Nullable(DateTime),
  git_repo: S.Boolean,
  update_available: S.Boolean,
  repo_root: S.String,
  remote_ref: Text,
  canonical_remote: Text,
  current_branch: Text,
  tracking_upstream: Text,
  tracks_canonical: S.Boolean,
  situation: Nullable(S.Literal('tracking_canonical', 'fork_or_diverged_tracking', 'feature_branch', 'detached_head')),
  situation_note: Text,
  local_sha: Text,
  remote_sha: Text,
  commits_behind: Count,
  /** The command to update manually. The service never updates itself. */
  manual_command: Text,
  message: S.String,
  /** Why the last check of the remote failed. */
  fetch_error: Text,
})

export const updates = {
  'GET /api/updates/status': endpoint({
    summary: 'Get the result of the last update check, without network access',
    tag: 'updates',
    access: 'host:read',
    tables: false,
    answers: { 200: UpdateStatus },
  }),
  'POST /api/updates/check': endpoint({
    summary: 'Check the git remote for updates',
    tag: 'updates',
    access: 'host:write',
    answers: { 200: UpdateStatus },
  }),
} as const
