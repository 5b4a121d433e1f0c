import type { RouteAnswer } from '../../../contract/index.js'
import type { AllRunsRoute } from '../../../contract/lane/all-runs.js'
import type { Operations } from '../../operation.js'
import { lane, SESSION_ID } from '../../samples.js'

const live: RouteAnswer<'GET /api/run/:id'>['run'] = {
  run_id: 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4',
  lane_id: lane.id,
  slot: 0,
  tool: 'cli_a',
  shell: false,
  cwd: lane.cwd,
  status: 'running',
  prompt: 'Fix the failing upload test',
  model: null,
  permission_mode: 'plan',
  effort: null,
  sandbox: null,
  approval: null,
  resume: null,
  worktree: false,
  session_id: SESSION_ID,
  pid: 41_208,
  reason: null,
  exit_code: null,
  signal: null,
  detail: null,
  started_at: '2026-11-20T09:14:02.113Z',
  ended_at: null,
  account: null,
  router: null,
}
const ended = {
  ...live,
  status: 'ended',
  reason: 'exited',
  exit_code: 0,
  ended_at: '2026-11-20T09:41:12.000Z',
} as const

export const allRunOperations: Operations<AllRunsRoute> = {
  'GET /api/run': {
    description: 'Lists the runs of all lanes that have not ended, newest first.',
    answer: { items: [live], activeCount: 1 },
  },
  'POST /api/run': {
    description:
      'Finds the lane that owns `cwd`, or creates one, and starts a run in it as `POST /api/lanes/{id}/start` does. Without `cwd`, the home directory of the user who runs the service is used. If the run is refused, a lane created for it is deleted again.',
    request: { cwd: lane.cwd, prompt: 'Fix the failing upload test', permissionMode: 'plan' },
    answer: {
      run_id: live.run_id,
      lane: { ...lane, status: 'running', run_id: live.run_id },
      slot: 0,
      attached: false,
    },
  },
  'GET /api/run/history': {
    description: 'Lists the runs of all lanes that have ended, newest first. `next` is the `before` of the next page.',
    answer: { items: [ended], next: null },
  },
  'GET /api/run/binary': {
    description:
      "Searches for the program of a tool as a start does: on the service's PATH, in `~/.local/bin` and `~/.claude/local`, then on the PATH of the user's login shell.",
    answer: { tool: 'cli_a', name: 'Claude Code', found: true, path: '/usr/local/bin/claude' },
  },
  'GET /api/run/environment': {
    description:
      "Lists the names of the variables in the service's environment that agents and shells in lanes get, and of those that they do not: secrets, the settings of the service, and what describes its own process. `LANE_ENV_PASS` and `LANE_ENV_WITHHOLD` change that. Values are never shown.",
    answer: { passed: ['HOME', 'LANG', 'PATH'], withheld: ['ANTHROPIC_API_KEY', 'SVC_DATA_DIR'] },
  },
  'GET /api/run/models': {
    description: 'Lists the models that the latest 500 sessions used with a tool, most recent first.',
    answer: { tool: 'cli_a', items: [{ id: 'claude-sonnet-4-5' }] },
  },
  'GET /api/run/cwds': {
    description:
      'Lists the directories of lanes, then those of the latest 500 sessions of this machine, then the home directory.',
    answer: { items: [{ kind: 'lane', path: lane.cwd, label: 'shop' }] },
  },
  'GET /api/run/:id': {
    description: 'Returns a run, alive or ended.',
    answer: { run: live },
  },
  'DELETE /api/run/:id': {
    description: 'Stops a run and waits until its program has exited. A run that has ended already is left alone.',
    answer: { ok: true },
  },
}
