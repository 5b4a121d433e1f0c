import { permissionNamed } from '../../domain/access/permission.js'
import { type RejectionCode, statusOf } from '../../domain/rejection.js'
import type { Schema } from '../../domain/schema.js'
import type { About, Endpoint } from './endpoint.js'
import { isRawBody } from './raw.js'
import { type AbsentCode, absentCodes } from './row-kinds.js'

type OwnCode<E> = E extends { readonly errors: readonly (infer C extends RejectionCode)[] } ? C : never
type RowCode<E> = E extends { readonly about: infer A extends About } ? AbsentCode<A['kind']> : never
type BodyCode<E> = E extends { readonly body: Schema.Schema.AnyNoContext } ? 'INVALID_INPUT' : never

/**
 * The codes that the handler of a route may reject with: those it declares, that of its row, which may be deleted meanwhile, and
 * that of its JSON body, which it may check further. A defect is answered EINTERNAL everywhere.
 */
export type HandlerCode<E> = OwnCode<E> | RowCode<E> | BodyCode<E> | 'EINTERNAL'

/** Returns every code that a route can be answered with, including those of the guards and of mount. */
export const codesOf = (method: string, endpoint: Endpoint): readonly RejectionCode[] => [
  ...new Set([
    ...guardCodes(endpoint),
    ...bodyCodes(method, endpoint),
    ...(endpoint.about === undefined ? [] : absentCodes(endpoint.about.kind)),
    ...(endpoint.names === undefined ? [] : absentCodes(endpoint.names)),
    ...(endpoint.errors ?? []),
    ...tableCodes(endpoint),
    'EINTERNAL' as const,
  ]),
]

/** Returns the status of a code at a route. */
export const statusAt = ({ statuses }: Endpoint, code: RejectionCode): number => statuses?.[code] ?? statusOf(code)

const guardCodes = ({ access, embedded, confirmed }: Endpoint): readonly RejectionCode[] => {
  const permission = permissionNamed(access)
  const { entry, serverOnly } = permission
  if (entry === 'open') return ['EBADHOST']
  if (entry === 'openLocally') return ['EBADHOST', 'EAUTH']
  if (entry === 'hook') return ['EBADHOST', 'ELOCALONLY', 'EBADORIGIN', 'EBADTYPE']
  return [
    'EBADHOST',
    'EUNAUTHORIZED',
    'EAUTH',
    ...(embedded === true ? [] : ['EBADORIGIN' as const]),
    ...(serverOnly ? ['ELOCALMODE' as const] : []),
    ...(permission.types ? ['EPANE' as const] : []),
    ...([permission.member, permission.analyst].includes('none') ? ['EADMIN' as const] : []),
    ...(confirmed === true ? (['EREAUTH', 'ETOOMANY'] as const) : []),
  ]
}

const bodyCodes = (method: string, { body }: Endpoint): readonly RejectionCode[] => {
  if (method === 'GET' || (isRawBody(body) && body.as === 'stream')) return []
  // A body is read even where none is declared, so it may be too large.
  return body === undefined || isRawBody(body) ? ['ETOOBIG'] : ['INVALID_INPUT', 'EBADTYPE', 'ETOOBIG']
}

const tableCodes = ({ access, tables }: Endpoint): readonly RejectionCode[] => {
  const { entry, verb } = permissionNamed(access)
  if (entry !== 'guarded') return []
  return verb === 'write' || tables !== false ? ['EREBUILDING'] : []
}
