import type { Rejection } from '../domain/rejection.js'

/** A rejection as the contract's envelope. */
export const envelope = (rejection: Rejection, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(
    { error: { code: rejection.code, message: rejection.message, ...rejection.fields } },
    { status: rejection.status, headers },
  )
