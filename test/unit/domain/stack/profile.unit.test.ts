import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import {
  databaseOf,
  isIsolated,
  type Profile,
  readProfile,
  redisIndexOf,
} from '../../../../src/domain/stack/profile.js'

const EMPTY: Profile = {
  ports: {},
  services: [],
  dbPrefix: null,
  redisBase: null,
  envFile: null,
  laneDirs: [],
  slots: { min: 1, max: 99 },
}

const read = (value: unknown): Profile => Either.getOrThrow(readProfile(JSON.stringify(value)))
const errorOf = (text: string): string => Either.getOrThrow(Either.flip(readProfile(text)))

describe('a profile', () => {
  it('may be empty', () => expect(read({})).toEqual(EMPTY))

  it('has all members', () => {
    const full = {
      ports: { WEB: 3000, API: 4000 },
      services: ['web', 'api'],
      dbPrefix: 'shop',
      redisBase: 2,
      envFile: '.env.lane',
      laneDirs: ['tmp/uploads', 'var'],
      slots: { min: 3, max: 7 },
    }
    expect(read(full)).toEqual(full)
  })

  it('may have members of a later release', () => expect(read({ later: true })).toEqual(EMPTY))

  it('gives names to a slot', () => {
    const profile = read({ dbPrefix: 'shop', redisBase: 4 })
    expect(databaseOf(profile, 3)).toEqual({ name: 'shop_3', testName: 'shop_3_test' })
    expect(redisIndexOf(profile, 3)).toBe(7)
    expect([databaseOf(EMPTY, 3), redisIndexOf(EMPTY, 3)]).toEqual([null, null])
  })

  it.each([
    [{}, false],
    [{ ports: { WEB: 1 }, services: ['web'] }, false],
    [{ dbPrefix: 'shop' }, true],
    [{ redisBase: 0 }, true],
    [{ envFile: '.env' }, true],
    [{ laneDirs: ['var'] }, true],
  ])('%j isolates data: %s', (value, expected) => expect(isIsolated(read(value))).toBe(expected))
})

it('a name of the language is no port', () =>
  expect(readProfile('{"ports":{"__proto__":3000}}')).toEqual(Either.right(EMPTY)))

describe('a malformed profile is refused with the place and the reason', () => {
  it.each([
    ['', /^profile\.json is not valid JSON/],
    ['{"ports":', /^profile\.json is not valid JSON/],
    ['[]', /^profile\.json: /],
    ['null', /^profile\.json: /],
    ['"$(reboot)"', /^profile\.json: /],
    ['{"ports":{"WEB":0}}', 'ports.WEB: must be a whole number from 1 to 65535'],
    ['{"ports":{"WEB":70000}}', 'ports.WEB: must be a whole number from 1 to 65535'],
    ['{"ports":{"WEB":3000.5}}', 'ports.WEB: must be a whole number from 1 to 65535'],
    ['{"ports":{"WEB":"3000"}}', /^ports\.WEB: /],
    ['{"ports":{"WEB":65500}}', 'ports.WEB: must be at most 65436, because slots are added'],
    ['{"ports":{"WEB":3000,"API":3000}}', 'ports: has the same port twice'],
    ['{"ports":{"WEB":3000,"web":4000}}', 'ports: has a name twice'],
    ['{"ports":{"A B":3000}}', 'ports: "A B" is not a name of 1 to 32 letters, digits or underscores'],
    ['{"ports":{"A=B":3000}}', /^ports: "A=B" is not a name/],
    ['{"ports":{"_A":3000}}', /^ports: "_A" is not a name/],
    ['{"ports":[3000]}', /^ports/],
    ['{"services":["../web"]}', /^services\.0: must be 1 to 64 letters/],
    ['{"services":[".."]}', /^services\.0: /],
    ['{"services":["web","web"]}', 'services: must be a list of names, each once'],
    ['{"services":"web"}', /^services: /],
    ['{"dbPrefix":"shop; drop"}', /^dbPrefix: must be/],
    ['{"dbPrefix":"postgres://u:p@h/db"}', /^dbPrefix: must be/],
    ['{"redisBase":-1}', /^redisBase: must be a whole number/],
    ['{"envFile":"/etc/passwd"}', /^envFile: must be a relative path/],
    ['{"envFile":"../.env"}', /^envFile: must be a relative path/],
    ['{"envFile":""}', /^envFile: must be a relative path/],
    ['{"laneDirs":["a/../../b"]}', /^laneDirs\.0: must be a relative path/],
    ['{"laneDirs":["."]}', /^laneDirs\.0: must be a relative path/],
    ['{"laneDirs":["/"]}', /^laneDirs\.0: must be a relative path/],
    ['{"laneDirs":[".git"]}', /^laneDirs\.0: must be a relative path/],
    ['{"laneDirs":["sub/.GIT/refs"]}', /^laneDirs\.0: must be a relative path/],
    ['{"laneDirs":["a:b"]}', /^laneDirs\.0: must be a relative path/],
    ['{"laneDirs":["a//b"]}', /^laneDirs\.0: must be a relative path/],
    [`{"laneDirs":["${'a'.repeat(300)}"]}`, /^laneDirs\.0: must be a relative path/],
    ['{"slots":{"min":0,"max":9}}', /^slots\.min: must be a whole number from 1 to 99/],
    ['{"slots":{"min":1,"max":100}}', /^slots\.max: must be a whole number from 1 to 99/],
    ['{"slots":{"min":9,"max":1}}', 'slots: min must not be greater than max'],
    ['{"slots":{"min":1}}', /^slots\.max: /],
  ])('%s', (text, expected) => {
    if (typeof expected === 'string') expect(errorOf(text)).toBe(expected)
    else expect(errorOf(text)).toMatch(expected)
  })
})
