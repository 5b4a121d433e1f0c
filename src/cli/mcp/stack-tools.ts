import { type Tool, tool } from '../../adapters/mcp/serve.js'
import { Schema as S } from '../../domain/schema.js'
import { HOOKS } from '../../domain/stack/hooks.js'
import { ending, plain, short } from '../../domain/text.js'
import type { RouteAnswer } from '../../http/contract/index.js'
import { endOf, hookOf } from '../lane-stack.js'
import type { Ask } from '../service.js'
import { LONGEST } from './session-shape.js'

const MOST_OUTPUT = 4000
const TAIL = 4000

const LaneId = S.Int.pipe(S.positive()).annotations({ description: 'the id of a lane, from the tool lanes' })

const runtimeShape = (lane_id: number, runtime: RouteAnswer<'GET /api/lanes/:id/runtime'>) => {
  if (!runtime.available) return { lane_id, available: false, searched: runtime.searched }
  const { slot, up, healthy, services, ports, database, redisIndex, hooks, logs, jobs, lastError } = runtime
  const message = runtime.lastErrorMessage === null ? null : short(runtime.lastErrorMessage, LONGEST)
  const state = { up, healthy, last_error: lastError, last_error_message: message, running_jobs: jobs }
  return { lane_id, available: true, slot, ...state, services, ports, database, redis_index: redisIndex, hooks, logs }
}

/** Returns the tools for the stacks of lanes: the services that a repository declares, on ports of their own for each lane. */
export const stackTools = (ask: Ask): readonly Tool[] => [
  tool({
    name: 'stack_runtime',
    title: 'Stack of a lane',
    description:
      'Returns the services, ports, database name, redis index and logs of a lane, whether its stack is healthy, and the hooks that it has.',
    input: S.Struct({ lane_id: LaneId }),
    answer: async ({ lane_id }) =>
      runtimeShape(lane_id, await ask('GET /api/lanes/:id/runtime', { id: String(lane_id) })),
  }),
  tool({
    name: 'stack_up',
    title: 'Bring a stack up',
    description: 'Starts the services of a lane on ports of their own, waits until they are healthy, and returns them.',
    changes: true,
    input: S.Struct({
      lane_id: LaneId,
      build: S.optionalWith(S.Boolean, { default: () => true }),
    }),
    answer: async ({ lane_id, build }) => {
      const id = String(lane_id)
      const { job } = await ask('POST /api/lanes/:id/up', { id }, {}, { build })
      const runtime = await endOf(ask, id, job)
      const shape = runtimeShape(lane_id, runtime)
      if (!runtime.available || runtime.healthy) return shape
      const failed = await hookOf(ask, id, runtime.up ? 'health' : 'boot')
      return { ...shape, output: ending(plain(failed?.output ?? ''), MOST_OUTPUT) }
    },
  }),
  tool({
    name: 'stack_down',
    title: 'Bring a stack down',
    description: 'Ends the services and hooks of a lane and releases its ports.',
    changes: true,
    input: S.Struct({ lane_id: LaneId }),
    answer: async ({ lane_id }) => {
      const { killed } = await ask('POST /api/lanes/:id/down', { id: String(lane_id) })
      return { lane_id, ended_processes: killed }
    },
  }),
  tool({
    name: 'run_hook',
    title: 'Run a hook',
    description:
      'Runs a hook of a lane whose stack is up, such as migrate or seed, waits for it, and returns its exit code and the end of its output.',
    changes: true,
    input: S.Struct({
      lane_id: LaneId,
      hook: S.Literal(...HOOKS),
      args: S.optionalWith(S.Array(S.String), { default: () => [] }),
    }),
    answer: async ({ lane_id, hook, args }) => {
      const id = String(lane_id)
      const { job } = await ask('POST /api/lanes/:id/hook/:name', { id, name: hook }, {}, { args })
      await endOf(ask, id, job)
      const ended = await hookOf(ask, id, hook)
      if (ended?.result?.job !== job) return { lane_id, hook, end: 'interrupted', code: null, output: '' }
      const { end, code, signal, durationMs: duration_ms } = ended.result
      return { lane_id, hook, end, code, signal, duration_ms, output: ending(plain(ended.output ?? ''), MOST_OUTPUT) }
    },
  }),
  tool({
    name: 'stack_log',
    title: 'Log of a service',
    description: 'Returns the end of the log of a service of a lane.',
    input: S.Struct({ lane_id: LaneId, service: S.NonEmptyString }),
    answer: async ({ lane_id, service }) => {
      const log = await ask('GET /api/lanes/:id/logs/:svc', { id: String(lane_id), svc: service }, { tail: TAIL })
      return log.available ? { lane_id, service, size: log.size, text: plain(log.text) } : { lane_id, available: false }
    },
  }),
]
