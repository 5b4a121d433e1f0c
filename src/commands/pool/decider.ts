import { decidePool, type KnownPool } from '../../domain/pool/decide.js'
import type { ToolId } from '../../domain/tools/catalog.js'
import { poolStream } from '../../events/streams.js'
import { poolAccounts } from '../../projections/queries/pool.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

/** Identifies an account of the pool. */
export interface PoolKey {
  readonly tool: ToolId
  readonly name: string
}

/** Commands about one account of the pool. */
export const poolAccount = defineDecider({
  stream: ({ tool, name }: PoolKey) => poolStream(`${tool}-${name}`),
  load: (db: Reader): KnownPool => ({ accounts: poolAccounts(db) }),
  decide: decidePool,
})
