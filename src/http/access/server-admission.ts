import { ACCESS_PREFIX, PANE_PREFIX } from '../../domain/account/token.js'
import { callerFor } from '../../domain/access/caller.js'
import { permissionNamed } from '../../domain/access/permission.js'
import { hostPrincipal, localPrincipal, nobody, type Principal } from '../../domain/access/visibility.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import { type Admit, type Arrival, changes } from './admit.js'
import { type ClientFacts, clientFacts, type ClientOptions } from './client.js'
import { secretIn } from './cookie.js'
import { isJsonType } from './hook-origin.js'
import { hostName, isLoopbackName } from './host.js'

/** Who a secret belongs to; undefined for nobody. */
type Known = (secret: string) => Principal | undefined

export interface ServerAccessOptions extends ClientOptions {
  readonly allowedHosts: readonly string[]
  /** Returns who has a login. */
  readonly ofLogin: Known
  /** Returns whose access token it is. */
  readonly ofToken: Known
  /** Returns who the pane acts for that has a token. */
  readonly ofPane: Known
}

/**
 * Returns the policy of server mode: who calls, and whether a browser sent it from a page of the service (supplement-server 7, 9,
 * 10.1). The Host and the path of a request were checked before.
 */
export const serverAdmission = (options: ServerAccessOptions): Admit => {
  const factsOf = clientFacts(options)
  const isOwn = ownServerOrigin(options)

  const principalOf = ({ header }: Arrival, { isHost }: ClientFacts): Principal | undefined => {
    const bearer = bearerIn(header('authorization')) ?? header('x-svc-pane-token')
    // It decides alone: a token that is not valid is not made good by a cookie.
    if (bearer?.startsWith(ACCESS_PREFIX)) return options.ofToken(bearer)
    if (bearer?.startsWith(PANE_PREFIX)) return isHost ? options.ofPane(bearer) : undefined
    const secret = secretIn(header('cookie'))
    return secret === null || secret === undefined ? undefined : options.ofLogin(secret)
  }

  return (name, arrival) => {
    const { entry } = permissionNamed(name)
    const facts = factsOf(arrival)
    if (entry === 'hook') {
      const refused = refuseHook(arrival, facts)
      return refused ?? callerFor(localPrincipal, name, 'http')
    }
    const principal = principalOf(arrival, facts)
    if (principal === undefined && entry !== 'open') return reject('EAUTH', 'sign in first')
    if (changes(arrival) && !isOwn(arrival, facts))
      return reject('EBADORIGIN', 'this request comes from a page of another origin')
    return callerFor(principal ?? nobody, name, 'http')
  }
}

/** Returns the policy of the control socket: who reaches it acts as the account of the host. */
export const hostAdmission =
  (isSetUp: () => boolean): Admit =>
  (name) =>
    permissionNamed(name).serverOnly && !isSetUp()
      ? reject('ELOCALMODE', 'this data directory is not set up for several users: run "switchyard server setup"')
      : callerFor(hostPrincipal, name, 'cli')

const bearerIn = (header: string | undefined): string | undefined =>
  /^Bearer +(svc[tp]_[\w-]+)$/i.exec(header ?? '')?.[1]

/** Whether a request shows an access token, which is never what asks for a password. */
export const showsToken = ({ header }: Arrival): boolean =>
  bearerIn(header('authorization'))?.startsWith(ACCESS_PREFIX) ?? false

const refuseHook = ({ header }: Arrival, { isHost }: ClientFacts): Rejection | null => {
  if (!isHost) return reject('ELOCALONLY', 'hooks are accepted from this machine only')
  const site = header('sec-fetch-site')
  if (header('origin') !== undefined || site === 'cross-site' || site === 'same-site')
    return reject('EBADORIGIN', 'hooks are not accepted from web pages')
  return isJsonType(header('content-type')) ? null : reject('EBADTYPE', 'send the hook as application/json')
}

/** Returns whether a request comes from no browser, or from a page of this very origin. Stacks of lanes are on other ports. */
const ownServerOrigin =
  ({ publicUrl, allowedHosts }: Pick<ServerAccessOptions, 'publicUrl' | 'allowedHosts'>) =>
  ({ header }: Arrival, { isSecure }: ClientFacts): boolean => {
    const [origin, site, host = ''] = [header('origin'), header('sec-fetch-site'), header('host')?.toLowerCase()]
    if (site === 'same-site' || site === 'cross-site') return false
    if (origin === undefined) return true
    if (publicUrl !== null && origin === publicUrl.origin) return true
    const name = hostName(host)
    const isAllowed = name !== null && (isLoopbackName(name) || allowedHosts.includes(name))
    return isAllowed && origin.toLowerCase() === `${isSecure ? 'https' : 'http'}://${host}`
  }
