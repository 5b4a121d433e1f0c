import type { PrincipalId } from '../../domain/access/author.js'
import { boundedHook } from '../../domain/session/hook-text.js'
import { isFitName } from '../../domain/session/name.js'
import { actorOf, type HookPayload, objectOf, textOf } from '../../domain/session/payload.js'
import { storable } from '../../domain/session/redact.js'
import { summaryOf } from '../../domain/session/summary.js'
import { isText } from '../../domain/text.js'
import { type Instant, isInstant, MINUTE } from '../../domain/time.js'
import { listedCall } from '../../domain/tool.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { Provider } from '../../domain/tools/catalog.js'
import type { Committer } from '../../events/commit.js'
import { deliveryKey, toolHookKey } from '../../events/dedup.js'
import type { New } from '../../events/envelope.js'
import { sessionStream } from '../../events/streams.js'
import type { Clock } from '../ports/clock.js'
import type { HookForm, StoredHook } from '../ports/stored-hooks.js'
import type { ProcessesPort } from '../ports/processes.js'
import { OF_ONE_USER, type SessionEvidence } from './session-evidence.js'
import { TwoForms } from './two-forms.js'

/** A hook as received: the body as text, and the forwarder's metadata. */
export interface Delivery {
  readonly body: string
  readonly provider: Provider
  /** Stable across retries and the spool. */
  readonly deliveryId: string | null
  readonly at: Instant | null
  readonly pid: number | null
  /** Who delivered it. */
  readonly by: PrincipalId
  /** The owner of the lane whose pane it comes from, if it proves that. */
  readonly paneOwner?: string | null
  /** The user whose system account reported it; absent without system accounts. */
  readonly accountOwner?: string | null
  /** The run whose pane the hook comes from. */
  readonly run: string | null
}

export interface AcceptedHook {
  /** Null for the CLI's own JSON: the CLI would write a response with a body into the user's transcript. */
  readonly event: {
    readonly id: number
    readonly session_id: string
    readonly agent_id: string | null
    readonly event_type: string
    readonly tool_name: string | null
    readonly summary: string | null
    readonly at: Instant
  } | null
}

type RefusedHook = Rejection<'INVALID_INPUT' | 'MISSING_SESSION' | 'ENOTFOUND'>

interface HookParts {
  readonly committer: Committer
  readonly clock: Clock
  readonly processes: Pick<ProcessesPort, 'isAlive'>
  /** The newest hooks of the log. */
  readonly recent?: readonly StoredHook[]
  /** Decides whose sessions are; with one user, nothing. */
  readonly evidence?: SessionEvidence
  /** Called with each stored hook that comes from the pane of a run. */
  readonly onRun?: (run: string, session: string, from: Pick<Delivery, 'pid' | 'by' | 'accountOwner'>) => void
}

/**
 * Returns a function that ingests a hook: one append, answered once it is on disk. It waits for nothing else, in particular not
 * for the transcript that the hook names.
 */
export const ingestHook = (parts: HookParts) => {
  const { committer, clock, processes, recent = [], evidence = OF_ONE_USER, onRun } = parts
  const forms = new TwoForms<number | Rejection<'ENOTFOUND'>>(recent, clock.now())
  return async (delivery: Delivery): Promise<AcceptedHook | RefusedHook> => {
    const hook = understand(delivery.body, delivery.provider)
    if ('_tag' in hook) return hook
    const now = clock.now()
    const at = happenedAt(delivery, now)
    const pid = delivery.pid !== null && processes.isAlive(delivery.pid) ? delivery.pid : undefined
    const { kind, payload, session, native } = hook
    const toolUse = textOf(payload, 'tool_use_id')
    const whereabouts = {
      uid: delivery.accountOwner ?? null,
      pane: delivery.paneOwner ?? null,
      transcript: textOf(payload, 'transcript_path'),
      cwd: textOf(payload, 'cwd'),
    }
    const store = (): Promise<number | Rejection<'ENOTFOUND'>> =>
      committer.submit((tx) => {
        const determine = evidence.judge(tx, session, whereabouts)
        if (determine === null) return reject('ENOTFOUND', 'session not found')
        const appended = tx.append(sessionStream(session), recorded(hook, toolUse, delivery, at, pid))
        determine({ by: delivery.by, via: 'hook' }, at)
        return appended.duplicate ? appended.position : appended.event.position
      })
    const { deliveryId } = delivery
    const form = formOf(native, deliveryId)
    const position =
      toolUse !== null || form === null
        ? await store()
        : await forms.once({ form, session, kind, payload, at, deliveryId }, now, store)
    if (typeof position !== 'number') return position
    // The last hook of a session may arrive after the first of the next one.
    if (delivery.run !== null && kind !== 'SessionEnd') onRun?.(delivery.run, session, delivery)
    if (native) return { event: null }
    const event = {
      id: position,
      session_id: session,
      agent_id: actorOf(payload) ?? `${session}-main`,
      event_type: kind,
      tool_name: listedCall(textOf(payload, 'tool_name'), payload.tool_input).tool,
      summary: summaryOf(kind, payload),
      at,
    }
    return { event }
  }
}

/**
 * Returns which form a hook has; null when neither our forwarder nor another product's handler sent it. Such a hook is never
 * merged.
 */
const formOf = (native: boolean, deliveryId: string | null): HookForm | null => {
  if (native) return deliveryId === null ? null : 'native'
  return deliveryId === null ? 'wrapped' : null
}

interface Understood {
  readonly kind: string
  readonly session: string
  readonly payload: HookPayload
  /** The payload as JSON. */
  readonly json: string
  readonly native: boolean
}

/** Parses the API's body `{hook_type, data}` and the CLIs' own JSON (`hook_event_name`). */
const understand = (body: string, provider: Provider): Understood | Rejection<'INVALID_INPUT' | 'MISSING_SESSION'> => {
  const text = boundedHook(body)
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return reject('INVALID_INPUT', 'the body is not JSON')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return reject('INVALID_INPUT', 'the body is not a JSON object')
  }
  const outer = parsed as HookPayload
  const wrapped = textOf(outer, 'hook_type') ?? textOf(outer, 'event_type')
  const kind = wrapped ?? textOf(outer, 'hook_event_name')
  if (kind === null) return reject('INVALID_INPUT', 'hook_type (or hook_event_name) is required')
  const payload = wrapped === null ? outer : outer.data
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    return reject('INVALID_INPUT', 'data must be an object')
  }
  const session = sessionOf(payload as HookPayload, provider)
  if (session === null) return reject('MISSING_SESSION', 'data.session_id is required')
  if (!isFitName(session) || !isFitName(kind))
    return reject('INVALID_INPUT', 'session_id or hook_type is not a valid name')
  const native = wrapped === null
  return { kind, session, native, ...storable(text, payload as HookPayload, native ? text : undefined) }
}

/** Codex has used several names for the session id. */
const sessionOf = (payload: HookPayload, provider: Provider): string | null => {
  const named = textOf(payload, 'session_id')
  if (named !== null || provider === 'claude') return named
  const candidates = [
    payload.sessionId,
    payload.thread_id,
    payload.threadId,
    objectOf(payload.session).id,
    objectOf(payload.thread).id,
    objectOf(payload.context).session_id,
    objectOf(payload.context).thread_id,
  ]
  return candidates.find(isText) ?? null
}

/** Returns when the hook happened: the forwarder's time, unless it is further in the future than clocks may differ. */
const happenedAt = ({ at, deliveryId }: Delivery, now: Instant): Instant => {
  if (at === null || deliveryId === null || !isInstant(at) || at <= 0) return now
  return at > now + MINUTE ? now : Math.min(at, now)
}

const recorded = (
  hook: Understood,
  toolUse: string | null,
  delivery: Delivery,
  at: Instant,
  pid: number | undefined,
): New<'hook-received'> => {
  const { kind, payload, json } = hook
  const { provider, deliveryId, by } = delivery
  const dedup =
    toolUse !== null
      ? toolHookKey(kind, toolUse, actorOf(payload) ?? '')
      : deliveryId !== null
        ? deliveryKey(deliveryId)
        : undefined
  const process = pid === undefined ? '' : `"pid":${pid},"pidSeen":true,`
  return {
    type: 'hook-received',
    occurredAt: at,
    by,
    via: 'hook',
    data: { kind, provider, payload, ...(pid === undefined ? {} : { pid, pidSeen: true }) },
    // The payload is stored unchanged, as the last member: readers can cut it out without parsing.
    json: `{"kind":${JSON.stringify(kind)},"provider":"${provider}",${process}"payload":${json}}`,
    ...(dedup === undefined ? {} : { dedup }),
  }
}
