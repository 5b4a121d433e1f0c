import type { maintenance } from '../../../contract/system/maintenance.js'
import type { Operations } from '../../operation.js'

const cleared = { ok: true, cleared: { sessions: 12, agents: 30, events: 4182 }, erasure: 'done' } as const

export const maintenanceOperations: Operations<keyof typeof maintenance> = {
  'DELETE /api/sessions/:id': {
    description:
      'Deletes a session permanently with its events, usage and transcript copies. Rejected while the session is working or its process is alive.',
    answer: { ok: true, deleted: true, purged_events: 64, purged_agents: 2, erasure: 'done' },
  },
  'DELETE /api/sessions': {
    description: 'Deletes all sessions permanently. Keeps pricing rules, alert rules and settings.',
    answer: cleared,
  },
  'POST /api/settings/clear-data': {
    description: 'Deletes all sessions permanently, like `DELETE /api/sessions`.',
    answer: cleared,
  },
  'GET /api/settings/export': {
    description: 'Streams all data as one JSON bundle that `POST /api/settings/import` accepts.',
    answer: { format: 'svc-export', version: 1, exported_at: '2026-11-20T09:31:40.502Z', sessions: [] },
  },
  'POST /api/settings/import': {
    request: { path: '/home/ada/switchyard-export.json' },
    description:
      'Imports a bundle of any size: an uploaded `file`, or the `path` of a file on this machine in a JSON body. Existing sessions are skipped, so imports can be repeated.',
    answer: {
      ok: true,
      source: 'upload',
      format: 'svc-export',
      version: 1,
      sessions_imported: 12,
      sessions_skipped: 0,
      agents: 30,
      events: 4182,
      token_usage: 40,
      workflows: 0,
      dashboard_runs: 0,
      alert_rules: 1,
      model_pricing: 0,
      gpt_model_pricing: 0,
      errors: 0,
    },
  },
  'POST /api/settings/cleanup': {
    description:
      'Marks active sessions as abandoned after `abandon_hours` without activity and deletes finished sessions older than `purge_days`. With `cwd`, only sessions of that directory count. With `dry_run`, it only counts them.',
    request: { abandon_hours: 24, purge_days: 90, dry_run: true },
    answer: {
      ok: true,
      abandoned: 1,
      purged_sessions: 4,
      purged_events: 912,
      purged_agents: 9,
      purged_cost: 12.4,
      purged_bytes: 2_400_000,
      dry_run: true,
      erasure: 'done',
    },
  },
}
