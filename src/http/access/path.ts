import { reject, type Rejection } from '../../domain/rejection.js'

const AUTHORITY = /^https?:\/\/[^/?#]*/i
/** What separates segments, or does after decoding: `%252f` is decoded to `%2f` first. */
const SEPARATOR = /\/|%(?:25)*2f/i
const DOTS = /^(?:\.|%(?:25)*2e){1,2}$/i
const BACKSLASH = /\\|%(?:25)*5c/i
// oxlint-disable-next-line no-control-regex -- URL parsers remove some of them, so that `/.<tab>./` becomes `/../`
const CONTROL = /[\u0000-\u0020\u007f]/

/** Most targets: no parser could resolve them to another path. */
const PLAIN = /^(?:\/[\w-]+)+$/

/**
 * Refuses the target of a request line whose path a URL parser would resolve to another one: dot segments and backslashes, raw or
 * encoded. A request to `/api/lanes/1/proof/..` must never delete the lane.
 */
export const refusePath = (target: string): Rejection | null => {
  if (PLAIN.test(target)) return null
  const isAbsolute = AUTHORITY.test(target)
  const path = (isAbsolute ? target.replace(AUTHORITY, '') : target).split('?', 1)[0] ?? ''
  const isPlain = path.split(SEPARATOR).every((segment) => !DOTS.test(segment)) && !BACKSLASH.test(path)
  const isTarget = target === '*' || target.startsWith('/') || (isAbsolute && URL.canParse(target))
  if (isPlain && isTarget && !CONTROL.test(target)) return null
  return reject('INVALID_INPUT', 'the path of a request must not contain dot segments or backslashes')
}
