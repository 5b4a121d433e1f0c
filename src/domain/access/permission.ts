/** Which rows a request may touch: none, those of its caller, or those of everybody. */
export type Reach = 'none' | 'own' | 'all'

/** What an access token may be used for. */
export type TokenScope = 'read' | 'write' | 'metrics'

/**
 * How a request gets in. `open` needs no token and no login, `openLocally` needs none in local mode, `hook` is the host itself
 * that reports hooks, and everything else needs what the mode asks for.
 */
type Entry = 'open' | 'openLocally' | 'hook' | 'guarded'

/** What the kinds of callers may do with one kind of routes. */
export interface Permission {
  readonly verb: 'read' | 'write'
  readonly entry: Entry
  readonly member: Reach
  readonly analyst: Reach
  readonly admin: Reach
  /** What an agent or a shell in a lane may do, which otherwise acts as a member. */
  readonly pane: Reach
  /** The narrowest scope of an access token that suffices. */
  readonly scope: TokenScope
  /** Whether only server mode has it. */
  readonly serverOnly: boolean
  /**
   * Whether it types into a pane for a person. Programs in lanes are refused in local mode, too, where they act as the user
   * otherwise: an agent must not answer itself.
   */
  readonly types: boolean
  /** Whether access tokens may have it, within their scopes. */
  readonly token: boolean
}

type Special = Partial<Pick<Permission, 'entry' | 'pane' | 'scope' | 'serverOnly' | 'types' | 'token'>>

const row =
  (verb: 'read' | 'write') =>
  (member: Reach, analyst: Reach, admin: Reach, special: Special = {}): Permission => ({
    verb,
    entry: 'guarded',
    member,
    analyst,
    admin,
    pane: member,
    scope: verb,
    serverOnly: false,
    types: false,
    token: true,
    ...special,
  })
const [read, write] = [row('read'), row('write')]

/**
 * What each role may do, by the kind of route. It is the only place that decides it: a route names a row of this table, and one
 * without a row does not compile. Local mode has one user, who may do everything.
 */
export const PERMISSIONS = {
  'health:read': read('all', 'all', 'all', { entry: 'open' }),
  /** Who am I, and signing in and out: also without a login. */
  'auth:read': read('all', 'all', 'all', { entry: 'open' }),
  'auth:use': write('all', 'all', 'all', { entry: 'open' }),
  'docs:read': read('all', 'all', 'all', { entry: 'openLocally' }),
  'hook:report': write('all', 'all', 'all', { entry: 'hook' }),
  /** Facts of the product: tools, models, pipelines. */
  'catalog:read': read('all', 'all', 'all'),
  'metrics:read': read('own', 'all', 'all', { scope: 'metrics' }),

  /** Lists, counts, searches and figures over many sessions. */
  'history:read': read('own', 'all', 'all'),
  'history:export': read('own', 'all', 'all'),
  'history:erase': write('none', 'none', 'all'),
  'session:read': read('own', 'all', 'all'),
  'session:write': write('own', 'own', 'all'),
  /** Bundles and transcripts that the caller sends; what they contain becomes the caller's. */
  'import:upload': write('own', 'own', 'own'),
  'import:guide': read('none', 'all', 'all'),
  /** Imports from folders of the host. */
  'import:host': write('none', 'none', 'all'),

  'price:read': read('all', 'all', 'all'),
  'price:write': write('none', 'none', 'all'),
  'settings:read': read('own', 'all', 'all'),
  /** The installation: hooks of the tools, their homes, updates. */
  'host:read': read('none', 'all', 'all'),
  'host:write': write('none', 'none', 'all'),
  /** The configuration of the agents: that of the host, and that of projects, of which members see their own. */
  'config:read': read('own', 'all', 'all'),
  'config:write': write('none', 'none', 'all'),
  /** The first memory file of a project, also in an own lane. */
  'config:memory': write('own', 'own', 'all'),
  /** The proxies for requests of agents, of which members see the names. */
  'router:read': read('own', 'all', 'all'),
  'router:write': write('none', 'none', 'all'),
  /** The accounts that panes use. Others see the name of the account of their own runs. */
  'pool:read': read('none', 'none', 'all', { serverOnly: true }),
  'pool:write': write('none', 'none', 'all', { serverOnly: true }),
  /** Sending requests of an agent to the proxy of its run. Who is no pane finds nothing there. */
  'relay:use': write('own', 'own', 'own'),
  'source:read': read('own', 'all', 'all'),
  'source:write': write('none', 'none', 'all'),

  /** Alerts and their rules, budgets, webhooks. */
  'alert:read': read('own', 'all', 'all'),
  'alert:write': write('own', 'own', 'all'),
  'push:read': read('own', 'own', 'own'),
  'push:write': write('own', 'own', 'own'),

  /** Lanes and what belongs to them: repository, runs, stage log, proof, stack. */
  'lane:read': read('own', 'all', 'all'),
  'lane:write': write('own', 'own', 'all'),
  'lane:create': write('own', 'own', 'all'),
  'terminal:open': read('own', 'all', 'all', { pane: 'none', types: true }),
  'lane:answer': write('own', 'own', 'all', { pane: 'none', types: true, token: false }),
  /** What an account sets for itself. An agent must not be able to rewrite its own standing orders. */
  'me:read': read('own', 'own', 'own'),
  'me:write': write('own', 'own', 'own', { pane: 'none' }),
  'me:private': read('own', 'own', 'own', { pane: 'none' }),
  'token:read': read('own', 'own', 'own', { pane: 'none', serverOnly: true }),
  /** What only accounts of server mode have: a password, logins, a picture. */
  'me:secure': write('own', 'own', 'own', { pane: 'none', serverOnly: true }),
  /** Users, their folders and what they do. */
  'user:read': read('none', 'all', 'all', { serverOnly: true }),
  'user:write': write('none', 'none', 'all', { serverOnly: true }),
  /** The files of users: their own, and for admins those of others to read. */
  'home:read': read('own', 'own', 'all', { serverOnly: true }),
  'home:write': write('own', 'own', 'own', { serverOnly: true }),
  /** Named locks: each account has its own names. */
  'lock:read': read('own', 'own', 'own'),
  'lock:write': write('own', 'own', 'own'),
  /** Logins for git remotes. An agent must not read or replace those of its owner. */
  'login:read': read('own', 'own', 'own', { pane: 'none' }),
  'login:write': write('own', 'own', 'own', { pane: 'none' }),
} as const satisfies Readonly<Record<string, Permission>>

export type PermissionName = keyof typeof PERMISSIONS

export const permissionNamed = (name: PermissionName): Permission => PERMISSIONS[name]
