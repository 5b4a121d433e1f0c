import { reject, type Rejection, type RejectionCode } from '../../domain/rejection.js'

/** The kinds of rows that routes are about: the noun of error messages, and the code of a row that is absent. */
export const ROW_KINDS = {
  session: { noun: 'session', code: 'NOT_FOUND' },
  agent: { noun: 'agent', code: 'NOT_FOUND' },
  alertRule: { noun: 'alert rule', code: 'NOT_FOUND' },
  alert: { noun: 'alert', code: 'NOT_FOUND' },
  lane: { noun: 'lane', code: 'ENOLANE' },
  run: { noun: 'run', code: 'ENOTFOUND' },
  ask: { noun: 'ask', code: 'ENOTFOUND' },
  train: { noun: 'train', code: 'ENOTFOUND' },
  race: { noun: 'race', code: 'ENOTFOUND' },
  budget: { noun: 'budget', code: 'NOT_FOUND' },
  source: { noun: 'source', code: 'NOT_FOUND' },
  webhook: { noun: 'webhook', code: 'NOT_FOUND' },
  pricingRule: { noun: 'pricing rule', code: 'NOT_FOUND' },
  workflowRun: { noun: 'workflow run', code: 'WORKFLOW_NOT_FOUND' },
} as const satisfies Readonly<Record<string, { readonly noun: string; readonly code: RejectionCode }>>

/** The code of an absent row in server mode, whatever its kind: what somebody else has is answered alike. */
export const ABSENT_IN_SERVER_MODE = 'ENOTFOUND' satisfies RejectionCode

/** Kinds of rows that belong to the host. Everybody may name them, so they keep their code. */
const OF_HOST: ReadonlySet<RowKind> = new Set<RowKind>(['pricingRule'])

/** Whether an answer means that the row of a route is absent. */
export const isAbsent = (kind: RowKind, code: RejectionCode): boolean =>
  !OF_HOST.has(kind) && code === ROW_KINDS[kind].code

/** Returns the codes of an absent row, in local mode and in server mode. */
export const absentCodes = (kind: RowKind): readonly RejectionCode[] =>
  OF_HOST.has(kind) ? [ROW_KINDS[kind].code] : [ROW_KINDS[kind].code, ABSENT_IN_SERVER_MODE]

export type RowKind = keyof typeof ROW_KINDS
export type AbsentCode<K extends RowKind> = (typeof ROW_KINDS)[K]['code']

/** Returns the rejection of a request about a row that is absent, or that the caller may not see. */
export const absent = <K extends RowKind>(kind: K): Rejection<AbsentCode<K>> => {
  const { noun, code }: { readonly noun: string; readonly code: AbsentCode<K> } = ROW_KINDS[kind]
  return reject(code, `${noun} not found`)
}
