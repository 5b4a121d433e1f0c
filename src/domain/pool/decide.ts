import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { ToolId } from '../tools/catalog.js'
import type { AccountKind } from './account.js'

/** More accounts than any team has. */
const MOST = 200

interface Key {
  readonly tool: ToolId
  readonly name: string
}

export interface KnownPool {
  readonly accounts: readonly (Key & { readonly refreshError: string | null })[]
}

const known = ({ accounts }: KnownPool, { tool, name }: Key) =>
  accounts.find((one) => one.tool === tool && one.name === name)

interface Added extends Key {
  readonly kind: AccountKind
  readonly revision: string
  readonly expiresAt: number | null
}

const add = (pool: KnownPool, account: Added) => {
  if (known(pool, account) !== undefined)
    return refuse(reject('EEXISTS', `${account.name} exists already`, { fields: { field: 'name' } }))
  if (pool.accounts.length >= MOST) return refuse(reject('EBADNAME', `at most ${MOST} accounts can be in the pool`))
  return accept({ type: 'pool-account-added', data: { ...account } })
}

/** Records new credentials, unless the account has been removed meanwhile. */
const renew = (pool: KnownPool, { tool, name, revision, expiresAt }: Omit<Added, 'kind'>) =>
  known(pool, { tool, name }) === undefined
    ? accept()
    : accept({ type: 'pool-account-renewed', data: { tool, name, revision, expiresAt } })

/** Records once that an account cannot be renewed. */
const fail = (pool: KnownPool, { tool, name, message }: Key & { readonly message: string }) => {
  const account = known(pool, { tool, name })
  return account === undefined || account.refreshError === message
    ? accept()
    : accept({ type: 'pool-refresh-failed', data: { tool, name, message } })
}

export interface QuotaFacts {
  readonly fiveHourPercent: number | null
  readonly fiveHourResetsAt: string | null
  readonly sevenDayPercent: number | null
  readonly sevenDayResetsAt: string | null
  readonly error: string | null
}

const readQuota = (pool: KnownPool, { tool, name, ...quota }: Key & QuotaFacts) =>
  known(pool, { tool, name }) === undefined
    ? accept()
    : accept({ type: 'pool-quota-read', data: { tool, name, ...quota } })

const remove = (pool: KnownPool, { tool, name }: Key) =>
  known(pool, { tool, name }) === undefined
    ? refuse(reject('ENOACCOUNT', 'there is no such account'))
    : accept({ type: 'pool-account-removed', data: { tool, name } })

export const decidePool = { add, renew, fail, readQuota, remove }
