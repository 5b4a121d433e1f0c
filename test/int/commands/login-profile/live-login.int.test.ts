import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Either from 'effect/Either'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configFiles } from '../../../../src/adapters/agent-config/files.js'
import { configWrites } from '../../../../src/adapters/agent-config/writes.js'
import { liveLogin } from '../../../../src/commands/login-profile/live-login.js'
import type { Vault } from '../../../../src/commands/ports/vault.js'

const loginOf = (who: string) => ({
  tokens: { accessToken: `access-of-${who}`, refreshToken: `refresh-of-${who}` },
  account: { accountUuid: `id-of-${who}` },
  apiKey: null,
})
const [ADA, EVE, BOB] = [loginOf('ada'), loginOf('eve'), loginOf('bob')]

let root: string
let stored: Map<string, unknown>
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'switchyard-login-'))
  stored = new Map()
  writeFileSync(join(root, '.credentials.json'), '{ "mcpOAuth": {} }')
  writeFileSync(join(root, '.claude.json'), '{ "numStartups": 7 }')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

class Crash extends Error {}

/** Opens the login of a process that ends before its `steps`th step: of the vault, or of a file. */
const opened = (steps = Number.POSITIVE_INFINITY) => {
  let left = steps
  const step = <A>(work: () => A): A => {
    left -= 1
    if (left < 0) throw new Crash()
    return work()
  }
  const vault: Vault = {
    get: (name) => stored.get(name),
    names: () => [...stored.keys()],
    set: (name, value) => void step(() => stored.set(name, structuredClone(value))),
    remove: (name) => void step(() => stored.delete(name)),
  }
  const writes = configWrites(join(root, 'backups'), { now: () => 0 })
  const replace: typeof writes.replace = (change, text) => step(() => writes.replace(change, text))
  const place = (path: string) => ({ root, path })
  return liveLogin({
    files: configFiles(),
    writes: { ...writes, replace },
    vault,
    places: { credentials: place('.credentials.json'), state: place('.claude.json') },
  })
}
const now = () => Either.getOrThrow(opened().read())
const isCrashed = (work: () => unknown): boolean => {
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof Crash) return true
    throw error
  }
}

describe('a switch of the login', () => {
  it('that ends at any step leaves the old or the new login whole after the next start', () => {
    const seen = new Set<string>()
    let steps = 0
    for (; ; steps += 1) {
      opened().write(ADA, now())
      if (!isCrashed(() => opened(steps).write(EVE, ADA))) break
      // The start itself may be interrupted too, and is then repeated.
      for (let again = 0; isCrashed(() => opened(again).settle()); again += 1) expect(again).toBeLessThan(10)
      expect([ADA, EVE]).toContainEqual(now())
      seen.add(JSON.stringify(now()))
      expect(stored.size).toBe(0)
    }
    expect(steps).toBe(4)
    expect(seen.size).toBe(2)
    expect(JSON.parse(readFileSync(join(root, '.credentials.json'), 'utf8'))).toMatchObject({ mcpOAuth: {} })
    expect(JSON.parse(readFileSync(join(root, '.claude.json'), 'utf8'))).toMatchObject({ numStartups: 7 })
  })

  it('that was interrupted is not completed over a login that somebody made since', () => {
    opened().write(ADA, now())
    expect(isCrashed(() => opened(2).write(EVE, ADA))).toBe(true)
    writeFileSync(join(root, '.credentials.json'), JSON.stringify({ claudeAiOauth: BOB.tokens }))
    writeFileSync(join(root, '.claude.json'), JSON.stringify({ oauthAccount: BOB.account }))
    opened().settle()
    expect(now()).toEqual(BOB)
  })
})
