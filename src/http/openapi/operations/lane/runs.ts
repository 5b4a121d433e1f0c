import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneRunRoute } from '../../../contract/lane/runs.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { lane, SESSION_ID } from '../../samples.js'

const RUN = 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4'
const running = { ...lane, status: 'running', run_id: RUN } as const

const operations: Operations<LaneRunRoute> = {
  'POST /api/lanes/new': {
    description:
      'Creates 1 to 4 lanes, each with a worktree and a branch, and starts an agent in each with its prompt. Title and branch are made from the prompt unless they are given. If the prompt has the address of an issue or a pull request, the lane gets a link to it. What cannot be started is refused before anything is created. Answers when the agents run: a lane whose worktree or agent failed stays, with its `error`.',
    request: { prompt: 'Accept gift cards at checkout. Partial balances must work.', repo: '/home/ada/shop' },
    answer: { lanes: [{ lane: running, run_id: RUN, error: null }], refused: [] },
  },
  'POST /api/lanes/:id/start': {
    description:
      'Starts an agent in a tmux pane of the lane and returns its run. `slot` is 0 to 9, or `auto` for the first free one; slot 0 is the default and decides the status of the lane. If an agent already waits in the slot, and the request has no prompt and no session, `attached` is true and nothing is started. With `shell`, a login shell is started instead.',
    request: { prompt: 'Fix the failing upload test', permissionMode: 'plan', slot: 0 },
    answer: { lane: running, run_id: RUN, slot: 0, attached: false },
  },
  'POST /api/lanes/:id/router/apply': {
    description:
      'Writes the address of the proxy into the settings of the lane, which git ignores: into `.claude/settings.local.json`, or into a profile of Codex. `native` takes it out again. The members `router` and `name` mean the same as `profile`. `restart_required` says that a live agent, `run_id`, keeps what it was started with until it restarts.',
    request: { profile: 'team' },
    answer: { lane: { ...lane, router_profile: 'team' }, restart_required: false, run_id: null },
  },
  'POST /api/lanes/:id/stop': {
    description:
      'Stops the programs of the lane, or that of one slot, and waits until they have exited: first with two interrupts and a hangup, after 5 s with SIGTERM, after 10 s with SIGKILL. Returns the runs that were stopped.',
    request: { slot: 0 },
    answer: { lane, stopped: [RUN] },
  },
  'POST /api/lanes/resume': {
    description:
      'Resumes the sessions of runs whose panes vanished, for example by a restart of the machine: each in its slot, with the options that it was started with. Nothing is resumed without this request. One that cannot be resumed is listed in `failed`, with its code, and does not stop the others.',
    request: { runs: [RUN] },
    answer: {
      resumable: [
        {
          run_id: RUN,
          lane_id: lane.id,
          slot: 0,
          tool: 'cli_a',
          session_id: SESSION_ID,
          cwd: lane.cwd,
          ended_at: '2026-11-20T09:41:12.000Z',
        },
      ],
      resumed: [{ run_id: 'run_01KATR9D3B6C8E0G2J4L6N8Q0S', from: RUN, lane_id: lane.id, slot: 0 }],
      failed: [],
    },
  },
}

export const laneRunsOperations = mountedAt(LANE_PREFIXES, operations)
