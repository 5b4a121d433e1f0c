import { sessionKey } from './digest.js'

/**
 * Content keys: what makes two arrivals the same fact. The namespace is part of the key, so that kinds never meet.
 * Facts without an identity get no key: a false merge loses data, a duplicate is only noise.
 */

/** A hook that our forwarder delivered: its retries and its spool file carry the same id. */
export const deliveryKey = (sessionId: string, deliveryId: string): Uint8Array =>
  sessionKey(sessionId, 'delivery', deliveryId)

/** A hook about a tool call: session, kind and call name it. */
export const toolHookKey = (sessionId: string, kind: string, toolUseId: string, agentId: string): Uint8Array =>
  sessionKey(sessionId, 'tool-hook', kind, toolUseId, agentId)
