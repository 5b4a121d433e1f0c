import { contentKey } from './digest.js'

/**
 * Content keys: two arrivals with the same key are the same fact within a stream. Each kind has its own namespace as part of the
 * key. Facts without an identity get no key: a false merge loses data, a duplicate is only noise.
 */

/** Returns the key of a hook from our forwarder: its retries and its spool file carry the same id. */
export const deliveryKey = (deliveryId: string): Uint8Array => contentKey('delivery', deliveryId)

/** Returns the key of a hook about a tool call: kind, call and agent identify it within its session. */
export const toolHookKey = (kind: string, toolUseId: string, agentId: string): Uint8Array =>
  contentKey('tool-hook', kind, toolUseId, agentId)

/** Returns the key of a change of a CLI's own status, whose file is read again at every start. */
export const cliStatusKey = (pid: number, at: number, status: string): Uint8Array =>
  contentKey('cli-status', String(pid), String(at), status)

/** Returns the key of a linked worktree that sessions of a user were seen in. */
export const worktreeKey = (by: string, worktree: string, repository: string): Uint8Array =>
  contentKey('worktree', by, worktree, repository)

/** Returns the key of the alert of a rule about a session that waits: one wait adds one alert, until the rule is set again. */
export const waitAlertKey = (rule: string, setAt: number, since: number): Uint8Array =>
  contentKey('alert-wait', rule, String(setAt), String(since))

/** Returns the key of the alert that a rule raises for an event: evaluating the event again adds no second alert. */
export const alertKey = (rule: string, position: number): Uint8Array => contentKey('alert', rule, String(position))
