import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { decideAccount, decidePrefs } from '../../../../src/domain/account/decide.js'
import { joinedInstructions, readInstructions } from '../../../../src/domain/account/instructions.js'
import { readPrefs } from '../../../../src/domain/account/prefs.js'
import { given } from '../../../support/domain/decision.js'

const account = 'local' as const
const none = { prefs: {}, onboardedAt: null }
const codeOf = (read: Either.Either<unknown, { readonly code: string }>): string | undefined =>
  Either.isLeft(read) ? read.left.code : undefined

describe('preferences', () => {
  const known = { ...none, prefs: { theme: 'dark', 'svc.tour': 'done' } }

  it('are recorded where they differ; null removes one', () => {
    const changes = { theme: 'light', 'svc.tour': null, 'svc.pet': null, i18nextLng: 'de' }
    expect(given(known).when(decidePrefs.set, { account, changes })).toEqual([
      { type: 'prefs-changed', data: { account, set: { theme: 'light', 'svc.tour': null, i18nextLng: 'de' } } },
    ])
    expect(given(known).when(decidePrefs.set, { account, changes: { theme: 'dark', 'svc.pet': null } })).toEqual([])
    expect(given(known).when(decidePrefs.set, { account, changes: {} })).toEqual([])
  })

  it.each([
    [{}],
    [{ theme: '' }],
    [{ 'svc.pet.names': 'ü'.repeat(4096) }],
    [{ 'svc.permissionMode': 'plan', 'svc.defaultTool': 'cli_b', 'svc.chatUi': '1' }],
  ])('may be %j', (prefs) => {
    expect(readPrefs(prefs)).toEqual(Either.right(prefs))
  })

  it.each([
    [undefined],
    [null],
    [[]],
    ['theme'],
    [{ theme: 1 }],
    [{ theme: { dark: true } }],
    [{ unknown: 'x' }],
    [{ toString: 'x' }],
    [JSON.parse('{"__proto__": "x"}') as object],
    [{ theme: 'ü'.repeat(4097) }],
    [{ 'svc.permissionMode': 'bypassPermissions' }],
    [{ 'svc.permissionMode': 'yolo' }],
    [{ 'svc.defaultTool': 'cli_z' }],
    [{ 'svc.chatUi': '0' }],
    [{ theme: 'dark', unknown: null }],
  ])('are refused as a whole: %j', (prefs) => {
    expect(codeOf(readPrefs(prefs))).toBe('EBADPREFS')
  })
})

describe('the first-run setup', () => {
  it('is marked as done once', () => {
    const done = { type: 'user-onboarded', data: { account } }
    expect(given(none).when(decideAccount.onboard, { account })).toEqual([done])
    expect(given({ ...none, onboardedAt: 5 }).when(decideAccount.onboard, { account })).toEqual([])
  })
})

describe('instructions', () => {
  it('are kept as they are, and blank ones are none', () => {
    expect(readInstructions(' Be brief.\n')).toEqual(Either.right(' Be brief.\n'))
    for (const blank of [null, '', ' \n\t']) expect(readInstructions(blank)).toEqual(Either.right(null))
    expect(Either.isRight(readInstructions('🛒'.repeat(16_000)))).toBe(true)
  })

  it.each([
    [undefined, 'EBADFIELD'],
    [7, 'EBADFIELD'],
    [['x'], 'EBADFIELD'],
    ['a\0b', 'EBADFIELD'],
    ['🛒'.repeat(16_001), 'ETOOBIG'],
  ])('are refused: %#', (text, code) => {
    expect(codeOf(readInstructions(text))).toBe(code)
  })

  it('of the account come before those of the lane', () => {
    expect(joinedInstructions('Be brief.', 'Use tabs.')).toBe('Be brief.\n\nUse tabs.')
    expect(joinedInstructions(null, 'Use tabs.')).toBe('Use tabs.')
    expect(joinedInstructions(null, null)).toBeUndefined()
  })
})
