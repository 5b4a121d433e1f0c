import { Schema as S } from '../../domain/schema.js'
import { Count, DateTime, Nullable } from './common.js'
import { endpoint } from './endpoint.js'

const Text = Nullable(S.String)

export const UpdateStatus = S.Struct({
  current_version: S.String,
  /** Whether the remote may be asked at all. */
  checks_enabled: S.Boolean,
  /** When the remote was asked last; null since the start. */
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
  /** What to type for the newest; nothing is ever updated by the service. */
  manual_command: Text,
  message: S.String,
  /** Why the last question to the remote had no answer. */
  fetch_error: Text,
})

export const updates = {
  'GET /api/updates/status': endpoint({
    summary: 'Whether something newer is known; asks no network',
    tag: 'updates',
    access: { actor: 'user', verb: 'read' },
    answers: { 200: UpdateStatus },
  }),
  'POST /api/updates/check': endpoint({
    summary: 'Ask the remote whether there is something newer; without an answer the message says so',
    tag: 'updates',
    access: { actor: 'user', verb: 'write' },
    answers: { 200: UpdateStatus },
  }),
} as const
