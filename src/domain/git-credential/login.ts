import { reject } from '../rejection.js'
import { placeOf, type RemotePlace } from '../git/remote-url.js'

/** A user name with its password or token, and the place that it is for. */
export interface Login extends RemotePlace {
  readonly username: string
  readonly password: string
}

const MAX_LENGTH = 4096
// Git passes logins on in lines.
const ONE_LINE = /^[^\r\n\0]+$/

const isOneLine = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_LENGTH && ONE_LINE.test(value)

/** Returns a login as a client sent it, or why it cannot be used. A message never repeats a value. */
export const loginOf = (sent: {
  readonly protocol?: unknown
  readonly host?: unknown
  readonly username?: unknown
  readonly password?: unknown
}) => {
  const place = placeOf(sent.protocol, sent.host)
  if (place === null)
    return reject('EBADHOST', 'protocol: must be http or https; host: must be a host name, with a port if needed')
  const { username, password } = sent
  if (!isOneLine(username) || !isOneLine(password)) {
    return reject('EBADCRED', `username, password: must each be one line of 1 to ${MAX_LENGTH} characters`)
  }
  return { ...place, username, password }
}
