import type { OwnerId } from '../access/author.js'
import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { Instant } from '../time.js'

/** The messages of a lane that wait for an agent, by their ids; undefined if the lane does not exist. */
export type KnownQueue = { readonly lane: number; readonly messages: readonly string[] } | undefined

/** More messages are a plan, which an agent should see as a whole. */
const MAX_QUEUED = 20

const noLane = () => refuse(reject('ENOLANE', 'lane not found'))
const noMessage = () => refuse(reject('ENOTFOUND', 'message not found: it was sent or removed'))

interface NewMessage {
  readonly message: string
  readonly account: OwnerId
  /** Null: the agent in the lowest slot. */
  readonly slot: number | null
  readonly text: string
  readonly command: boolean
  /** It continues a failed turn: not before this instant, and only if the turn is still the last one. */
  readonly retryAt?: Instant
}

/** Adds a message at the end of the queue. */
const add = (known: KnownQueue, added: NewMessage) => {
  if (known === undefined) return noLane()
  if (known.messages.length >= MAX_QUEUED)
    return refuse(reject('EBADFIELD', `at most ${MAX_QUEUED} messages wait: remove one first`))
  return accept({ type: 'message-queued' as const, data: { lane: known.lane, ...added } })
}

interface OfMessage {
  readonly message: string
}

const ofWaiting = <T>(known: KnownQueue, { message }: OfMessage, decide: (lane: number) => T) =>
  known === undefined ? noLane() : known.messages.includes(message) ? decide(known.lane) : noMessage()

/** Changes the text of a message that waits. */
const edit = (known: KnownQueue, { message, text }: OfMessage & { readonly text: string }) =>
  ofWaiting(known, { message }, (lane) =>
    accept({ type: 'queued-message-edited' as const, data: { lane, message, text } }),
  )

/** Removes a message that waits. */
const remove = (known: KnownQueue, { message }: OfMessage) =>
  ofWaiting(known, { message }, (lane) => accept({ type: 'queued-message-removed' as const, data: { lane, message } }))

interface Sent extends OfMessage {
  readonly run: string
  readonly slot: number
}

/** Records that an agent got a message. It did, whatever became of the lane meanwhile. */
const send = (known: KnownQueue, { message, run, slot }: Sent) =>
  known === undefined
    ? accept()
    : accept({ type: 'queued-message-sent' as const, data: { lane: known.lane, message, run, slot } })

/** Records why a message could not be sent. It waits until the user acts or the agent is ready. */
const hold = (known: KnownQueue, { message, reason }: OfMessage & { readonly reason: string }) =>
  known === undefined || !known.messages.includes(message)
    ? accept()
    : accept({ type: 'queued-message-held' as const, data: { lane: known.lane, message, reason } })

export const decideQueue = { add, edit, remove, send, hold }
