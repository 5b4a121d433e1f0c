import { decideRouter, type KnownRouter } from '../../domain/router/decide.js'
import { routerStream } from '../../events/streams.js'
import { routerNamed, routers } from '../../projections/queries/routers.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, name: string): KnownRouter => ({
  count: routers(db).length,
  known: routerNamed(db, name) ?? null,
})

/** Commands about one proxy. */
export const router = defineDecider({ stream: (name: string) => routerStream(name), load, decide: decideRouter })
