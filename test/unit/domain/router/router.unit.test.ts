import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { testResult } from '../../../../src/domain/router/answer.js'
import { decideRouter } from '../../../../src/domain/router/decide.js'
import { routerKey, routerModels, routerName, routerUrl } from '../../../../src/domain/router/profile.js'

const team = { name: 'team', baseUrl: 'https://llm.example.org', model: null, models: {}, revision: 'r1' }
const some = { count: 1, known: team }
const codeOf = (value: unknown): unknown => (value as { code?: string } | null)?.code
const outcome = (decision: Either.Either<readonly { readonly type: string }[], { readonly code: string }>): unknown =>
  Either.match(decision, { onLeft: ({ code }) => code, onRight: (events) => events.map(({ type }) => type) })

describe('what a proxy is made of', () => {
  it('is checked, each with a code of its own', () => {
    expect(['team', 'a.b-c_1'].map(routerName)).toEqual(['team', 'a.b-c_1'])
    for (const name of ['', 'Team', 'native', '.', '..', 'a'.repeat(41), 'a/b', 5, null])
      expect(codeOf(routerName(name)), String(name)).toBe('EBADNAME')
    expect(routerUrl('https://llm.example.org/v2///')).toBe('https://llm.example.org/v2')
    expect(routerUrl('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000')
    for (const url of [
      'ftp://x',
      'https://a:b@x',
      'https://x?q=1',
      'https://x#a',
      'x',
      '',
      null,
      `https://x/${'a'.repeat(2048)}`,
    ])
      expect(codeOf(routerUrl(url)), String(url)).toBe('EBADURL')
    expect([routerKey(undefined), routerKey(null), routerKey(''), routerKey('k')]).toEqual([undefined, null, null, 'k'])
    for (const key of ['a b', 'é', 'a\n', 'x'.repeat(4097), 5]) expect(codeOf(routerKey(key))).toBe('EBADKEY')
    expect(routerModels({ opus: 'large' })).toEqual({ opus: 'large' })
    for (const models of [{ other: 'x' }, { opus: '' }, [], null])
      expect(codeOf(routerModels(models))).toBe('EBADFIELD')
  })
})

describe('a proxy', () => {
  it('is created once', () => {
    expect(outcome(decideRouter.create({ count: 0, known: null }, team))).toEqual(['router-saved'])
    expect(outcome(decideRouter.create(some, team))).toBe('EEXISTS')
    expect(outcome(decideRouter.create({ count: 200, known: null }, team))).toBe('EBADFIELD')
  })

  it('keeps its key only while its address stays', () => {
    const moved = { ...team, baseUrl: 'https://other.example.org' }
    expect(outcome(decideRouter.change(some, moved))).toBe('EBADKEY')
    expect(outcome(decideRouter.change(some, { ...moved, revision: 'r2' }))).toEqual(['router-saved'])
    expect(outcome(decideRouter.change(some, { ...moved, revision: null }))).toEqual(['router-saved'])
    expect(
      outcome(decideRouter.change({ count: 1, known: { ...team, revision: null } }, { ...moved, revision: null })),
    ).toEqual(['router-saved'])
  })

  it('is not saved again when nothing changes', () => {
    expect(outcome(decideRouter.change(some, { ...team, models: {} }))).toEqual([])
    expect(outcome(decideRouter.change(some, { ...team, model: 'large' }))).toEqual(['router-saved'])
    expect(outcome(decideRouter.change({ count: 0, known: null }, team))).toBe('ENOTFOUND')
    expect(outcome(decideRouter.remove({ count: 0, known: null }, team))).toBe('ENOTFOUND')
    expect(outcome(decideRouter.remove(some, team))).toEqual(['router-removed'])
  })
})

describe('the result of a test', () => {
  it('is told in our words, without the key', () => {
    expect(testResult({ status: 200, body: '{}' }, 'k1')).toMatchObject({ ok: true, status: 200 })
    const body = JSON.stringify({ error: { message: `invalid key\nk1 ${'x'.repeat(300)}` } })
    const { message } = testResult({ status: 401, body }, 'k1')
    expect(message).toMatch(/^It answered with status 401: invalid key … x+…$/)
    expect(message.length).toBeLessThan(240)
    expect(testResult({ status: 502, body: '<html>bad k1</html>' }, 'k1').message).toContain('<html>bad …</html>')
    expect(testResult({ error: 'host not found', retryable: true }, null)).toEqual({
      ok: false,
      status: null,
      message: 'No answer: host not found.',
    })
  })
})
