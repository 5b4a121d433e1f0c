import { reject, type Rejection } from '../rejection.js'

const about = (field: string) => ({ fields: { field } })

const NAME = /^(?!\.\.?$)[A-Za-z0-9._-]{1,64}$/

/** Returns the name of a profile, which routes take and which never changes. */
export const profileName = (name: unknown): string | Rejection<'EBADNAME'> =>
  typeof name === 'string' && NAME.test(name)
    ? name
    : reject('EBADNAME', 'name: 1 to 64 of letters, digits, . _ and -', about('name'))

const MOST_LABEL = 60
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Returns what users see of a profile: 1 to 60 characters, trimmed. */
export const profileLabel = (label: unknown): string | Rejection<'EBADFIELD'> => {
  const text = typeof label === 'string' ? label.trim() : ''
  const isFine = text !== '' && Array.from(text).length <= MOST_LABEL && !CONTROL.test(text) && text.isWellFormed()
  return isFine ? text : reject('EBADFIELD', 'label: 1 to 60 characters, without control characters', about('label'))
}

/** Whether two labels are the same for users. */
export const isSameLabel = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()

/** Returns a name for a profile that has none yet. */
export const freeName = (wish: string, isTaken: (name: string) => boolean): string => {
  const plain = wish
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, 56)
  const base = plain === '' ? 'login' : plain
  if (!isTaken(base)) return base
  let number = 2
  while (isTaken(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
