import { Schema as S } from '../domain/schema.js'
import { HOOK_ENDS, HOOKS } from '../domain/stack/hooks.js'
import { STACK_ERRORS } from '../domain/stack/stack.js'
import { defineEvent } from './define.js'
import { laneStream } from './streams.js'

const about = { lane: S.Int, job: S.String }

/** A lane got a slot for its stack and the ports of its services, or other ports in the same slot. */
const stackSlotAssigned = defineEvent({
  type: 'stack-slot-assigned',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    slot: S.Int,
    ports: S.Record({ key: S.String, value: S.Int }),
    /** The main working directory. No two lanes of a repository have the same slot. */
    repository: S.String,
  }),
})

/** The services of a lane were ended. The lane keeps its slot and its ports. */
const stackStopped = defineEvent({
  type: 'stack-stopped',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int }),
})

/** The stack of a lane is down. */
const stackSlotReleased = defineEvent({
  type: 'stack-slot-released',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, slot: S.Int }),
})

/** A hook of a profile starts. Its output is not recorded. */
const stackHookStarted = defineEvent({
  type: 'stack-hook-started',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ ...about, hook: S.Literal(...HOOKS) }),
})

/** A hook of a profile is over. */
const stackHookEnded = defineEvent({
  type: 'stack-hook-ended',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    ...about,
    hook: S.Literal(...HOOKS),
    end: S.Literal(...HOOK_ENDS),
    code: S.NullOr(S.Int),
    signal: S.NullOr(S.String),
    durationMs: S.Int,
  }),
})

/** The services of a stack that run now, and what is wrong with it. */
const stackServicesRecorded = defineEvent({
  type: 'stack-services-recorded',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    ...about,
    services: S.Array(S.Struct({ name: S.String, pid: S.Int, mark: S.String })),
    error: S.NullOr(S.Struct({ code: S.Literal(...STACK_ERRORS), message: S.String })),
  }),
})

export const stackEvents = {
  'stack-slot-assigned': stackSlotAssigned,
  'stack-stopped': stackStopped,
  'stack-slot-released': stackSlotReleased,
  'stack-hook-started': stackHookStarted,
  'stack-hook-ended': stackHookEnded,
  'stack-services-recorded': stackServicesRecorded,
}
