import { contentKey } from './digest.js'

/**
 * Content keys: what makes two arrivals the same fact within a stream. The namespace is part of the key, so that kinds
 * never meet. Facts without an identity get no key: a false merge loses data, a duplicate is only noise.
 */

/** A hook that our forwarder delivered: its retries and its spool file carry the same id. */
export const deliveryKey = (deliveryId: string): Uint8Array => contentKey('delivery', deliveryId)

/** A hook about a tool call: kind, call and agent name it within its session. */
export const toolHookKey = (kind: string, toolUseId: string, agentId: string): Uint8Array =>
  contentKey('tool-hook', kind, toolUseId, agentId)

/** A change of a CLI's own status: its file is read again at every start. */
export const cliStatusKey = (pid: number, at: number, status: string): Uint8Array =>
  contentKey('cli-status', String(pid), String(at), status)

/** What a rule says about an event it looked at: looked at again, it says it once. */
export const alertKey = (rule: string, position: number): Uint8Array => contentKey('alert', rule, String(position))
