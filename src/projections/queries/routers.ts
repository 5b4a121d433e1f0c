import type { Models, RouterProfile } from '../../domain/router/profile.js'
import type { Instant } from '../../domain/time.js'
import type { Reader } from '../sql.js'

/** A saved proxy. */
export interface RouterRow extends RouterProfile {
  readonly name: string
  /** Names the key in the vault; null without a key. */
  readonly revision: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

interface Stored {
  readonly name: string
  readonly base_url: string
  readonly model: string | null
  readonly models: string
  readonly revision: string | null
  readonly created_at: Instant
  readonly updated_at: Instant
}

const SELECT = 'select * from p_router'

const shape = ({ name, base_url, model, models, revision, created_at, updated_at }: Stored): RouterRow => ({
  name,
  baseUrl: base_url,
  model,
  models: JSON.parse(models) as Models,
  revision,
  createdAt: created_at,
  updatedAt: updated_at,
})

/** Returns the proxies, by name. They belong to the host, and their names are for everybody. */
export const routers = (db: Reader): readonly RouterRow[] => db.all<Stored>(`${SELECT} order by name`).map(shape)

export const routerNamed = (db: Reader, name: string): RouterRow | undefined => {
  const row = db.get<Stored>(`${SELECT} where name = ?`, name)
  return row === undefined ? undefined : shape(row)
}
