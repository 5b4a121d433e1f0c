import type { LoginCommands } from '../../../commands/users/logins.js'
import { userNumber } from '../../../domain/access/author.js'
import { loginCookie } from '../../access/cookie.js'
import type { RequestInfo } from '../../handler.js'

/** Gives the login of a request a new secret if the user changed their own password. Returns the header for the browser. */
export const renewedCookie = (
  logins: Pick<LoginCommands, 'renew'>,
  { principal, author, client }: RequestInfo,
  user: number,
): Readonly<Record<string, string>> => {
  const { login } = principal
  if (login === undefined || userNumber(author.by) !== user) return {}
  return { 'set-cookie': loginCookie(logins.renew(login), client().isSecure) }
}
