import type { Connection, ProxyKey } from '../../domain/router/connection.js'
import { routerNamed, type RouterRow } from '../../projections/queries/routers.js'
import type { Reader } from '../../projections/sql.js'
import { secretName } from '../kernel/secrets.js'
import type { Vault } from '../ports/vault.js'

interface ConnectionParts {
  readonly db: Reader
  /** Where the keys are, encrypted. */
  readonly vault: Vault
  /** The address of the service as programs of this machine reach it. Null in local mode, where agents get the keys. */
  readonly relay: string | null
}

/** Returns the name of a key in the vault. */
export const keyName = (name: string, revision: string): string => secretName('router', name, revision)

/** Returns how agents, and the relay, reach the proxies. */
export const routerConnections = ({ db, vault, relay }: ConnectionParts) => {
  /** Returns the key of a proxy; null without one. */
  const keyOf = ({ name, revision }: RouterRow): string | null => {
    const held = revision === null ? null : vault.get(keyName(name, revision))
    return typeof held === 'string' ? held : null
  }
  const agentKey = (row: RouterRow): ProxyKey => {
    if (relay !== null) return { is: 'pane' }
    const key = keyOf(row)
    return key === null ? { is: 'none' } : { is: 'key', key }
  }
  return {
    keyOf,
    /** Returns where agents send what is meant for a proxy; undefined if no proxy has this name. */
    named: (name: string): Connection | undefined => {
      const row = routerNamed(db, name)
      if (row === undefined) return undefined
      const { model, models } = row
      return {
        name,
        baseUrl: relay === null ? row.baseUrl : `${relay}/api/ai/${name}`,
        model,
        models,
        key: agentKey(row),
      }
    },
    /** Returns where the relay sends it, with the key. */
    upstream: (name: string) => {
      const row = routerNamed(db, name)
      return row === undefined ? undefined : { baseUrl: row.baseUrl, key: keyOf(row) }
    },
  }
}

export type RouterConnections = ReturnType<typeof routerConnections>
