import { DAY, type Instant, MINUTE } from '../time.js'

/** How long a login lives without being used, and at most (supplement-server 6.2). */
export const IDLE_DAYS = 7
export const LOGIN_DAYS = 30
export const MOST_LOGINS = 50

/** Whether a login is over, by age or because nobody used it. */
export const isOver = (login: { readonly createdAt: Instant; readonly usedAt: Instant }, now: Instant): boolean =>
  now - login.usedAt > IDLE_DAYS * DAY || now - login.createdAt > LOGIN_DAYS * DAY

/** The window in which wrong tries count, and how many are allowed in it (supplement-server 8). */
export const ATTEMPT_WINDOW = 15 * MINUTE
export const MOST_ATTEMPTS = { 'name-address': 10, address: 50, name: 100, again: 10 } as const

/** Returns the seconds until another try is allowed; null if it is now. `attempts` are those of the window, oldest first. */
export const lockedFor = (attempts: readonly Instant[], most: number, now: Instant): number | null => {
  const oldest = attempts.at(-most)
  return oldest === undefined ? null : Math.max(1, Math.ceil((oldest + ATTEMPT_WINDOW - now) / 1000))
}

/** Returns the part of an address that counts as one client: IPv6 networks give a client 2^64 addresses. */
export const clientOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
