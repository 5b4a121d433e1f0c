import { describe, expect, it } from 'vitest'
import { callerFor, reachOf } from '../../../../src/domain/access/caller.js'
import { permissionNamed, PERMISSIONS, type PermissionName } from '../../../../src/domain/access/permission.js'
import { localPrincipal, type Principal } from '../../../../src/domain/access/visibility.js'
import { isRejection } from '../../../../src/domain/rejection.js'
import { contract, type Route } from '../../../../src/http/contract/index.js'

const id = 'user:7'
const as = (
  role: Principal['role'],
  kind: Principal['kind'] = 'user',
  scopes: Principal['scopes'] = [],
): Principal => ({
  id,
  kind,
  role,
  scopes,
})
const CALLERS = {
  member: as('member'),
  analyst: as('analyst'),
  admin: as('admin'),
  host: { ...as('admin', 'host'), id: 'host' } as Principal,
  pane: as('admin', 'pane'),
  'read token of an analyst': as('analyst', 'token', ['read']),
  'write token of a member': as('member', 'token', ['write']),
  'metrics token of an admin': as('admin', 'token', ['metrics']),
} as const

const YES = 'all'
/**
 * What each role reaches on which routes: member, analyst, admin. Each route is matched by the first line that names it. It is
 * written apart from the table of permissions, and by route, so that a route with the wrong permission fails.
 */
const ROLES: readonly (readonly [RegExp, readonly [member: string, analyst: string, admin: string]])[] = [
  [/^GET \/api\/(health|openapi|docs|redoc)/, [YES, YES, YES]],
  [/ \/api\/auth\//, [YES, YES, YES]],
  [/^POST \/api\/(hooks|statusline)/, [YES, YES, YES]],
  [/ \/api\/(lanes|workspaces)\/pipelines\/examples$/, ['none', 'none', 'all']],
  [/^GET \/api\/(lanes|workspaces)\/pipelines$|^GET \/api\/run\/(models|binary|environment)$/, [YES, YES, YES]],
  [/^GET \/api\/webhooks\/providers$/, [YES, YES, YES]],
  [/^GET \/api\/pricing(\/gpt)?$/, [YES, YES, YES]],
  [/^GET \/api\/pricing\/cost/, ['own', 'all', 'all']],
  [/ \/api\/(pricing|settings\/reset-pricing)/, ['none', 'none', 'all']],
  [/^GET \/api\/ai-routers$/, ['own', 'all', 'all']],
  [/ \/api\/ai-routers/, ['none', 'none', 'all']],
  [/^GET \/api\/cc-config\/profiles$/, ['none', 'all', 'all']],
  [/ \/api\/accounts/, ['none', 'none', 'all']],
  [/^GET \/api\/(cc|codex)-config\//, ['own', 'all', 'all']],
  [/^POST \/api\/(cc|codex)-config\/memory$/, ['own', 'own', 'all']],
  [/ \/api\/(cc|codex)-config\//, ['none', 'none', 'all']],
  [/^(DELETE \/api\/sessions|POST \/api\/settings\/(clear-data|cleanup))$/, ['none', 'none', 'all']],
  [/^POST \/api\/(settings\/import|import\/upload)$/, ['own', 'own', 'own']],
  [/^GET \/api\/import\/guide$/, ['none', 'all', 'all']],
  [/^POST \/api\/(import|settings\/reimport)/, ['none', 'none', 'all']],
  [/^GET \/api\/settings\/(info|export)$/, ['own', 'all', 'all']],
  [/^GET \/api\/(settings\/\w+-home|updates)/, ['none', 'all', 'all']],
  [/ \/api\/(settings|updates)/, ['none', 'none', 'all']],
  [/^(POST|PATCH|DELETE) \/api\/remote-sources/, ['none', 'none', 'all']],
  [/ \/api\/(push|locks|git-credentials|me\/)|^POST \/api\/decisions/, ['own', 'own', 'own']],
  [/^GET \/api\/homes/, ['own', 'own', 'all']],
  [/ \/api\/homes/, ['own', 'own', 'own']],
  [/^GET \/api\/users/, ['none', 'all', 'all']],
  [/ \/api\/users/, ['none', 'none', 'all']],
  [/^POST \/api\/(alerts\/rules|budgets)\/preview$/, ['own', 'all', 'all']],
  [/^GET /, ['own', 'all', 'all']],
  [/ \/api\/(sessions|agents|alerts|budgets|webhooks|lanes|workspaces|run|asks|trains|races)/, ['own', 'own', 'all']],
]

const permissionsByRoute = (Object.keys(contract) as Route[]).map((route) => [route, contract[route].access] as const)

describe('the permission of every route', () => {
  it('gives each role what it may do', () => {
    const given = permissionsByRoute.map(([route, name]) => {
      const { member, analyst, admin } = permissionNamed(name)
      return [route, [member, analyst, admin]]
    })
    expect(given).toEqual(
      permissionsByRoute.map(([route]) => [route, ROLES.find(([pattern]) => pattern.test(route))?.[1]]),
    )
  })

  it('is for writing exactly where the route changes something', () => {
    const reading = new Set(['POST /api/alerts/rules/preview', 'POST /api/budgets/preview'])
    const wrong = permissionsByRoute.filter(
      ([route, name]) =>
        permissionNamed(name).verb !== (route.startsWith('GET ') || reading.has(route) ? 'read' : 'write'),
    )
    expect(wrong).toEqual([])
  })

  it('is used by a route, a socket or the relay', () => {
    const used = new Set<string>([...permissionsByRoute.map(([, name]) => name), 'terminal:open', 'relay:use'])
    expect(Object.keys(PERMISSIONS).filter((name) => !used.has(name))).toEqual([])
  })
})

describe('what acts for an account', () => {
  const reach = (who: keyof typeof CALLERS, name: PermissionName) => reachOf(CALLERS[who], permissionNamed(name))

  it.each([
    ['pane', 'lane:write', 'own'],
    ['pane', 'history:erase', 'none'],
    ['pane', 'login:read', 'none'],
    ['pane', 'login:write', 'none'],
    ['pane', 'terminal:open', 'none'],
    ['pane', 'me:read', 'own'],
    ['pane', 'me:write', 'none'],
    ['pane', 'lock:write', 'own'],
    ['host', 'history:erase', 'all'],
    ['read token of an analyst', 'session:read', 'all'],
    ['read token of an analyst', 'metrics:read', 'all'],
    ['read token of an analyst', 'session:write', 'none'],
    ['write token of a member', 'session:write', 'own'],
    ['write token of a member', 'session:read', 'own'],
    ['write token of a member', 'price:write', 'none'],
    ['metrics token of an admin', 'metrics:read', 'all'],
    ['metrics token of an admin', 'session:read', 'none'],
  ] as const)('%s, %s: %s', (who, name, expected) => {
    expect(reach(who, name)).toBe(expected)
  })

  it('never reaches more than the account itself', () => {
    const rank = { none: 0, own: 1, all: 2 } as const
    for (const name of Object.keys(PERMISSIONS) as PermissionName[]) {
      const permission = permissionNamed(name)
      for (const principal of Object.values(CALLERS)) {
        if (principal.kind === 'host') continue
        const most = permission[principal.kind === 'pane' ? 'member' : principal.role]
        expect(rank[reachOf(principal, permission)], `${name} ${principal.kind}`).toBeLessThanOrEqual(rank[most])
      }
    }
  })
})

describe('a caller', () => {
  const sightOf = (principal: Principal, name: PermissionName) => {
    const caller = callerFor(principal, name, 'http')
    if (isRejection(caller)) return caller.code
    return [caller.reads, caller.writes, caller.own].map(({ scope }) => scope)
  }

  it.each([
    ['member', 'session:read', ['owners', 'owners', 'owners']],
    ['member', 'session:write', ['owners', 'owners', 'owners']],
    ['analyst', 'session:read', ['everything', 'owners', 'owners']],
    ['analyst', 'session:write', ['everything', 'owners', 'owners']],
    ['admin', 'session:read', ['everything', 'everything', 'owners']],
    ['admin', 'lock:write', ['everything', 'owners', 'owners']],
    ['admin', 'push:read', ['owners', 'everything', 'owners']],
    ['pane', 'lane:read', ['owners', 'owners', 'owners']],
    ['read token of an analyst', 'lane:read', ['everything', 'nothing', 'owners']],
    ['write token of a member', 'lane:read', ['owners', 'owners', 'owners']],
    ['member', 'price:write', 'EADMIN'],
    ['pane', 'price:write', 'EADMIN'],
    ['pane', 'login:read', 'EPANE'],
    ['metrics token of an admin', 'session:read', 'EADMIN'],
  ] as const)('%s with %s', (who, name, expected) => {
    expect(sightOf(CALLERS[who], name)).toEqual(expected)
  })

  it('of local mode may do everything', () => {
    for (const name of Object.keys(PERMISSIONS) as PermissionName[]) {
      expect(sightOf(localPrincipal, name)).toEqual(['everything', 'everything', 'everything'])
    }
  })

  it('is the author of what it changes', () => {
    expect(callerFor(CALLERS.member, 'session:write', 'http')).toMatchObject({ author: { by: id, via: 'http' } })
  })
})
