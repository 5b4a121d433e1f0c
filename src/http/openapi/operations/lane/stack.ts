import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneStackRoute } from '../../../contract/lane/stack.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { lane } from '../../samples.js'

const job = '01KATQ3V5T8XJ2M4N6P8R0S2T4'
const accepted = { accepted: true, job, lane_id: lane.id } as const

const runtime = {
  available: true,
  provisioned: true,
  slot: 1,
  kind: 'managed',
  hooks: ['boot', 'health', 'migrate'],
  profileDir: '/home/ada/shop/.svc/profile',
  services: [{ name: 'web', pid: 4242, alive: true }],
  ports: { WEB: { port: 3001, expected: 3001, listening: true } },
  database: { name: 'shop_1', testName: 'shop_1_test' },
  redisIndex: 1,
  steppedAside: false,
  up: true,
  healthy: true,
  logs: ['web'],
  logDir: '/home/ada/.local/share/switchyard/stack/4/logs',
  lastError: null,
  lastErrorMessage: null,
  jobs: [],
} as const

const operations: Operations<LaneStackRoute> = {
  'GET /api/lanes/:id/runtime': {
    description:
      'Returns the stack of a lane, as files and processes are at the time of the request. The profile is in `.svc/profile` of the lane, or of the main working directory of its repository; `available` is false if neither has one. Only names and numbers are returned, never a connection string.',
    answer: runtime,
  },
  'POST /api/lanes/:id/up': {
    description:
      'Gives the lane a slot and ports, then runs the hooks `boot` and `health` in the background. The output is sent as `lane_hook_output`, the end as `lane_runtime`. If the stack is being brought up already, its job is returned. `"build": false` adds `--no-build` to the arguments of `boot`. A port that another program uses is replaced when the lane gets its slot, and refused later.',
    request: { build: false },
    answer: accepted,
  },
  'POST /api/lanes/:id/down': {
    description:
      'Ends the hooks and the services of the lane, waits until they have exited, and releases the slot and the ports. A process that was started at another time than the recorded one is not signalled. Returns the ids of the services that were ended.',
    answer: {
      ok: true,
      killed: [4242],
      runtime: {
        ...runtime,
        provisioned: false,
        slot: null,
        services: [],
        ports: {},
        database: null,
        redisIndex: null,
        up: false,
        healthy: false,
        logs: [],
        logDir: null,
      },
    },
  },
  'GET /api/lanes/:id/hooks': {
    description: 'Lists all hooks with the result of their last run and the end of its output.',
    answer: {
      hooks: [
        {
          hook: 'migrate',
          available: true,
          running: null,
          result: {
            job,
            end: 'exited',
            code: 0,
            signal: null,
            durationMs: 1250,
            endedAt: '2026-11-20T09:41:12.000Z',
          },
          output: 'applied 3 migrations\n',
        },
      ],
    },
  },
  'POST /api/lanes/:id/hook/:name': {
    description:
      'Runs a hook of the profile in the background, after the jobs of the lane that were started before. Arguments are passed unchanged, without a shell. The output is sent as `lane_hook_output`, the result as `lane_hook_result`. Processes that the hook leaves are ended; only `boot` may leave some.',
    request: { args: ['--verbose'] },
    answer: accepted,
  },
  'GET /api/lanes/:id/logs/:svc': {
    description:
      'Returns the end of the file `<svc>.log` in the log folder of the lane. `available` is false if the stack is down.',
    answer: { available: true, svc: 'web', size: 18, truncated: false, text: 'listening on 3001\n' },
  },
}

export const laneStackOperations = mountedAt(LANE_PREFIXES, operations)
