import { systemVisibility } from '../../domain/access/system-visibility.js'
import { decideStack, type KnownStack } from '../../domain/stack/decide.js'
import { laneStream } from '../../events/streams.js'
import { laneById } from '../../projections/queries/lanes.js'
import { runningHooks, stackOfLane, stacks } from '../../projections/queries/stacks.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

interface StackKey {
  readonly lane: number
  /** What no other lane may have the same slot of; needed to bring a stack up. */
  readonly repository?: string
}

const loadStack = (db: Reader, { lane: id, repository }: StackKey): KnownStack => {
  const lane = laneById(db, systemVisibility, id)
  const own = stackOfLane(db, systemVisibility, id)
  const others = repository === undefined ? [] : stacks(db, systemVisibility).filter((stack) => stack.lane !== id)
  return {
    lane: lane?.id,
    isProvisioning: lane?.status === 'provisioning',
    slot: own?.slot ?? null,
    ports: own?.ports ?? {},
    otherSlots: new Set(others.filter((stack) => stack.repository === repository).map(({ slot }) => slot)),
    otherPorts: new Set(others.flatMap(({ ports }) => Object.values(ports))),
    running: runningHooks(db, systemVisibility, id),
  }
}

/** Commands about the stack of a lane. */
export const laneStack = defineDecider({
  stream: ({ lane }: StackKey) => laneStream(String(lane)),
  load: loadStack,
  decide: decideStack,
})
