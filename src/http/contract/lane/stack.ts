import { LANE_KINDS } from '../../../domain/lane/lane.js'
import { Schema as S } from '../../../domain/schema.js'
import { HOOK_ENDS, HOOKS } from '../../../domain/stack/hooks.js'
import { STACK_ERRORS } from '../../../domain/stack/stack.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { clamped } from '../param.js'
import { LANE_PREFIXES } from './lanes.js'

const Text = Nullable(S.String)
const HookName = S.Literal(...HOOKS)

/** Neither the lane nor the main working directory of its repository has a profile. */
const NoRuntime = S.Struct({ available: S.Literal(false), searched: S.Array(S.String) })

const KnownRuntime = S.Struct({
  available: S.Literal(true),
  /** Whether the lane has a slot. Without one, the stack is down. */
  provisioned: S.Boolean,
  slot: Nullable(S.Int),
  kind: S.Literal(...LANE_KINDS),
  /** The hooks that the profile has. */
  hooks: S.Array(HookName),
  profileDir: S.String,
  services: S.Array(
    S.Struct({
      name: S.String,
      /** Null if no process of it is known. */
      pid: Nullable(S.Int),
      alive: S.Boolean,
    }),
  ),
  ports: S.Record({
    key: S.String,
    value: S.Struct({
      port: S.Int,
      /** The base of the port plus the slot. */
      expected: S.Int,
      listening: S.Boolean,
    }),
  }),
  database: Nullable(S.Struct({ name: S.String, testName: S.String })),
  redisIndex: Nullable(S.Int),
  /** Whether a port is not the expected one, because another program used that. */
  steppedAside: S.Boolean,
  /** Whether `boot` succeeded and all services run. */
  up: S.Boolean,
  healthy: S.Boolean,
  /** The names of the logs. */
  logs: S.Array(S.String),
  logDir: Text,
  lastError: Nullable(S.Literal(...STACK_ERRORS)),
  lastErrorMessage: Text,
  /** The jobs that wait or run. */
  jobs: S.Array(S.String),
})

/** The stack of a lane, as files and processes are now. */
export const Runtime = S.Union(KnownRuntime, NoRuntime)

const Accepted = S.Struct({ accepted: S.Literal(true), job: S.String, lane_id: S.Int })

const HookRow = S.Struct({
  hook: HookName,
  /** Whether the profile has it. */
  available: S.Boolean,
  running: Nullable(S.Struct({ job: S.String, since: DateTime })),
  /** The result of the last run. */
  result: Nullable(
    S.Struct({
      job: S.String,
      end: S.Literal(...HOOK_ENDS),
      /** Null unless it exited. */
      code: Nullable(S.Int),
      signal: Text,
      durationMs: Count,
      endedAt: DateTime,
    }),
  ),
  /** The end of its output; null if it did not run since the service started. */
  output: Text,
})

const about = { kind: 'lane', param: 'id' } as const

const TAIL = 65_536
const MAX_TAIL = 1024 * 1024

export const laneStack = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/runtime': endpoint({
    summary: 'Get the stack of a lane',
    tag: 'stacks',
    access: 'lane:read',
    about,
    answers: { 200: Runtime },
  }),
  'POST /api/lanes/:id/up': endpoint({
    summary: 'Bring the stack of a lane up',
    tag: 'stacks',
    access: 'lane:write',
    about,
    body: S.Struct({ build: S.optional(Nullable(S.Boolean)) }),
    answers: { 202: Accepted },
    errors: ['EBADPROFILE', 'ENOPROFILE', 'EPORTBUSY', 'EPROVISIONING', 'ESLOTS'],
  }),
  'POST /api/lanes/:id/down': endpoint({
    summary: 'Bring the stack of a lane down',
    tag: 'stacks',
    access: 'lane:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean, killed: S.Array(S.Int), runtime: Runtime }) },
    errors: ['ERUNTIMEOUT'],
  }),
  'GET /api/lanes/:id/hooks': endpoint({
    summary: 'List the hooks of a lane with their last results',
    tag: 'stacks',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ hooks: S.Array(HookRow) }) },
  }),
  'POST /api/lanes/:id/hook/:name': endpoint({
    summary: 'Run a hook of a lane',
    tag: 'stacks',
    access: 'lane:write',
    about,
    // The domain checks it, with a code of its own.
    body: describedAs(S.Struct({ args: S.optional(Json) }), S.Struct({ args: S.optional(S.Array(S.String)) })),
    answers: { 202: Accepted },
    errors: ['EBADFIELD', 'ENOHOOK', 'ENOSLOT', 'EBUSY'],
  }),
  'GET /api/lanes/:id/logs/:svc': endpoint({
    summary: 'Get the end of the log of a service',
    tag: 'stacks',
    access: 'lane:read',
    about,
    query: { tail: clamped(1, MAX_TAIL, TAIL, 'bytes from the end') },
    answers: {
      200: S.Union(
        S.Struct({
          available: S.Literal(true),
          svc: S.String,
          /** Of the whole log, in bytes. */
          size: Count,
          truncated: S.Boolean,
          text: S.String,
        }),
        S.Struct({ available: S.Literal(false) }),
      ),
    },
    errors: ['ENOLOG'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneStackRoute = Extract<keyof typeof laneStack, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
