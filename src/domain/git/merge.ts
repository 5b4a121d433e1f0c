import * as Either from 'effect/Either'
import { reject } from '../rejection.js'
import type { GitInput } from './actions.js'

/** How a file with conflicts is resolved: by the content of one side, or by what it contains now. */
export const SIDES = ['ours', 'theirs', 'done'] as const
export type Side = (typeof SIDES)[number]

/** Reads a request to resolve a file. Rejects with EBADPATH or EBADSIDE. */
export const readResolution = ({ path, side }: GitInput) => {
  if (typeof path !== 'string') return Either.left(reject('EBADPATH', 'path: must be that of a file with conflicts'))
  const known = SIDES.find((one) => one === side)
  if (known === undefined) return Either.left(reject('EBADSIDE', `side: must be ${SIDES.join(', ')}`))
  return Either.right({ path, side: known })
}

const DEFAULT = new Set(['main', 'master'])

/** Returns the message of a merge, as git would write it. */
export const mergeMessage = (branch: string, isRemote: boolean, into: string | null): string =>
  `Merge ${isRemote ? 'remote-tracking branch' : 'branch'} '${branch}'${into === null || DEFAULT.has(into) ? '' : ` into ${into}`}`
