import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportedQueries } from '../support/access/exported-queries.js'

const root = join(import.meta.dirname, '..', '..')
const sources = (readdirSync(join(root, 'src'), { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts'))
  .toSorted()
  .map((path) => [`src/${path}`, readFileSync(join(root, 'src', path), 'utf8')] as const)

const filesWith = (pattern: RegExp): readonly string[] =>
  sources.flatMap(([path, text]) => (pattern.test(text) ? [path] : []))

/** Queries that read no rows with an owner, and why. */
const WITHOUT_VISIBILITY: Readonly<Record<string, string>> = {
  'pricing.setRules': 'prices belong to the service; everybody may read them',
  'pricing.ruleOfPattern': 'prices belong to the service; everybody may read them',
  'pricing.pricingList': 'prices belong to the service; everybody may read them',
  'pricing.gptPricingList': 'prices belong to the service; everybody may read them',
  'audit.auditRows': 'a permission decides who may read the audit log, and they read all of it',
  'login-profiles.loginProfiles': 'logins belong to the host; only staff may read them',
  'pool.poolAccounts': 'accounts belong to the host; only admins may read them',
  'routers.routers': 'proxies belong to the host; everybody may read their names',
  'routers.routerNamed': 'proxies belong to the host; everybody may read their names',
  'row-owners.ownerNamer': 'names the owners of rows that the reader sees',
  'users.allUsers': 'users own themselves; a permission decides who may list them',
  'users.hostOwner': 'users own themselves; a permission decides who may list them',
  'users.isSetUp': 'the mode of the service',
  'users.nextUserId': 'counts ids',
  'users.tokenById': 'users own themselves; a permission decides who may list them',
  'users.tokensOf': 'users own themselves; a permission decides who may list them',
  'users.userById': 'users own themselves; a permission decides who may list them',
  'users.userNamed': 'users own themselves; a permission decides who may list them',
  'users.usernameOf': 'users own themselves; a permission decides who may list them',
  'reports/tally.pricerOf': 'prices the rows that it is given',
}

describe('visibility', () => {
  it('is created only for the caller of a request and for the service itself', () => {
    expect(filesWith(/\bvisibilityWithin\b/)).toEqual([
      'src/domain/access/caller.ts',
      'src/domain/access/system-visibility.ts',
      'src/domain/access/visibility.ts',
    ])
    expect(filesWith(/\bcallerFor\b/)).toEqual([
      'src/domain/access/caller.ts',
      'src/http/access/admit.ts',
      'src/http/access/server-admission.ts',
    ])
    expect(filesWith(/as (unknown as )?Visibility\b|<Visibility>\s*[{(\w]/)).toEqual([
      'src/domain/access/visibility.ts',
    ])
  })

  it('of the service is not used to answer a request', () => {
    const inHttp = filesWith(/\bsystemVisibility\b/).filter((path) => path.startsWith('src/http/'))
    // A scrape has no user yet.
    expect(inHttp).toEqual(['src/http/metrics.ts'])
    expect(filesWith(/\bsystemVisibility\b/).filter((path) => path.startsWith('src/projections/'))).toEqual([])
  })

  it('is required by every exported query, except those without owned rows', () => {
    const queries = exportedQueries()
    expect(queries.length).toBeGreaterThan(70)
    const without = queries.filter(({ demandsVisibility }) => !demandsVisibility).map(({ name }) => name)
    expect(without.toSorted()).toEqual(Object.keys(WITHOUT_VISIBILITY).toSorted())
  })

  it('becomes SQL in one place', () => {
    expect(filesWith(/\bvisibility\.scope\b/)).toEqual([
      'src/domain/access/visibility.ts',
      'src/projections/queries/visible.ts',
    ])
  })

  it('cannot be bypassed: only projections, the side thread, migrations and commands query projection tables', () => {
    const outside = filesWith(/\b(from|join|into|update)\s+p_[a-z]/).filter(
      (path) => !path.startsWith('src/projections/'),
    )
    // The side thread indexes all rows and filters its answers; commands decide from the state in their transaction;
    // a migration moves the rows of all owners.
    const allowed = /^src\/(?:adapters\/sqlite\/(?:side\/|kernel-schema\.ts$)|commands\/)/
    expect(outside.filter((path) => !allowed.test(path))).toEqual([])
  })
})
