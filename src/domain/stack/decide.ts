import * as Either from 'effect/Either'
import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { short } from '../text.js'
import type { HookEnd, HookName } from './hooks.js'
import { assignPorts, type BusyPorts, type Ports } from './ports.js'
import type { Profile } from './profile.js'
import type { ServiceProcess, StackError } from './stack.js'

/** The stack of a lane as its commands know it. */
export interface KnownStack {
  /** Undefined if the lane does not exist. */
  readonly lane: number | undefined
  /** Whether its worktree is being created. */
  readonly isProvisioning: boolean
  /** Null: it is down. */
  readonly slot: number | null
  readonly ports: Ports
  /** The slots of other lanes on the same repository. */
  readonly otherSlots: ReadonlySet<number>
  /** The ports of all other lanes. */
  readonly otherPorts: ReadonlySet<number>
  /** The hooks that run, with their jobs. */
  readonly running: readonly { readonly job: string; readonly hook: HookName }[]
}

interface BringUp {
  readonly repository: string
  readonly profile: Pick<Profile, 'ports' | 'slots'>
  /** Ports that other programs listen on. */
  readonly busy: BusyPorts
}

const noLane = () => refuse(reject('ENOLANE', 'lane not found'))
const noSlot = () => refuse(reject('ENOSLOT', 'the stack of the lane is down: bring it up first'))

const freeSlot = ({ otherSlots }: KnownStack, { min, max }: Profile['slots']): number | undefined => {
  for (let slot = min; slot <= max; slot += 1) if (!otherSlots.has(slot)) return slot
  return undefined
}

const isSame = (a: Ports, b: Ports): boolean => {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}

/** Gives a lane a slot and ports, unless it has them. */
const up = (stack: KnownStack, { repository, profile, busy }: BringUp) => {
  const { lane, isProvisioning, ports: recorded, otherPorts: reserved } = stack
  if (lane === undefined) return noLane()
  if (isProvisioning) return refuse(reject('EPROVISIONING', 'its worktree is being created'))
  const slot = stack.slot ?? freeSlot(stack, profile.slots)
  if (slot === undefined) {
    const { min, max } = profile.slots
    return refuse(reject('ESLOTS', `other lanes of the repository have all slots from ${min} to ${max}`))
  }
  const assigned = assignPorts({ bases: profile.ports, slot, recorded, busy, reserved })
  if (Either.isLeft(assigned)) {
    const { name, port, pids } = assigned.left
    const by = pids.length === 0 ? 'another program' : `process ${pids.join(', ')}`
    return refuse(reject('EPORTBUSY', `port ${port} of ${name} is used by ${by}`, { fields: { port, pids } }))
  }
  const ports = assigned.right
  if (slot === stack.slot && isSame(ports, recorded)) return accept()
  return accept({ type: 'stack-slot-assigned', data: { lane, slot, ports, repository } })
}

/** Releases the slot and the ports of a lane whose services have ended. */
const down = ({ lane, slot }: KnownStack) => {
  if (lane === undefined) return noLane()
  return slot === null ? accept() : accept({ type: 'stack-slot-released', data: { lane, slot } })
}

/** Records that the services of a lane have ended, while it keeps its slot. */
const stop = ({ lane, slot }: KnownStack) => {
  if (lane === undefined) return noLane()
  return slot === null ? accept() : accept({ type: 'stack-stopped', data: { lane } })
}

interface StartHook {
  readonly job: string
  readonly hook: HookName
}

/** Checks that a hook may run. */
const request = ({ lane, slot }: KnownStack) => {
  if (lane === undefined) return noLane()
  return slot === null ? noSlot() : accept()
}

/** Records that a hook starts. */
const start = ({ lane, slot }: KnownStack, { job, hook }: StartHook) => {
  if (lane === undefined) return noLane()
  return slot === null ? noSlot() : accept({ type: 'stack-hook-started', data: { lane, job, hook } })
}

export interface EndedHook extends StartHook {
  readonly end: HookEnd
  /** Null unless it exited. */
  readonly code: number | null
  /** The signal that ended it. */
  readonly signal: string | null
  readonly durationMs: number
}

/** Records the result of a hook, once. */
const end = ({ lane, running }: KnownStack, { job, hook, ...result }: EndedHook) =>
  lane !== undefined && running.some((one) => one.job === job && one.hook === hook)
    ? accept({ type: 'stack-hook-ended', data: { lane, job, hook, ...result } })
    : accept()

interface RecordServices {
  readonly job: string
  /** All services that run now. */
  readonly services: readonly ServiceProcess[]
  readonly error: StackError | null
}

const MAX_MESSAGE = 500

/** Records which processes the services of a stack are, and what is wrong with it. */
const record = ({ lane, slot }: KnownStack, { job, services, error }: RecordServices) => {
  if (lane === undefined || slot === null) return accept()
  const shown = error === null ? null : { ...error, message: short(error.message, MAX_MESSAGE) }
  return accept({ type: 'stack-services-recorded', data: { lane, job, services, error: shown } })
}

export const decideStack = { up, stop, down, request, start, end, record }
