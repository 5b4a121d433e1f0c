import * as Effect from 'effect/Effect'
import type { Rejection } from '../domain/rejection.js'
import { absent, type AbsentCode, type RowKind } from './contract/row-kinds.js'

/** The usual reply: 200 with a body. */
export const ok = <const J>(json: J) => ({ status: 200 as const, json })

/** The reply of a command that only says that it was done. */
export const done = ok({ ok: true })

/** Succeeds with a row that was changed just now; fails as for an absent row if another request deleted it meanwhile. */
export const stillThere = <R, K extends RowKind>(
  kind: K,
  row: R | undefined,
): Effect.Effect<R, Rejection<AbsentCode<K>>> => (row === undefined ? Effect.fail(absent(kind)) : Effect.succeed(row))
