import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'jsonc-parser'
import { withMember, withMemberAt } from '../../../../src/adapters/files/json-member.js'

describe('a member of a JSON text', () => {
  it('is added last, with the indentation of the file', () => {
    expect(withMember('{\n\t"a": 1\n}\n', 'hooks', { b: [] })).toBe('{\n\t"a": 1,\n\t"hooks": {\n\t\t"b": []\n\t}\n}\n')
  })

  it('is added on the same line if the file has one line', () => {
    expect(withMember('{"a":1}', 'hooks', { b: 2 })).toBe('{"a":1,"hooks": {"b":2}}')
  })

  it('is added to an empty object', () => {
    expect(withMember('{ }\n', 'hooks', { b: 2 })).toBe('{\n  "hooks": {\n    "b": 2\n  }\n}\n')
  })

  it('changes no other byte: spacing, long numbers, escapes, odd keys', () => {
    const text =
      '{ "10": 1e3,  "2":\t12345678901234567890, "s": "\\u0041 }],\\"", "hooks" : [1, {"x": "}"}] , "z":[ 1,2 ] }'
    expect(withMember(text, 'hooks', {})).toBe(text.replace('[1, {"x": "}"}]', '{}'))
  })

  it('replaces the last of repeated keys, which is the effective one', () => {
    expect(withMember('{"hooks":1,"hooks":2}', 'hooks', {})).toBe('{"hooks":1,"hooks":{}}')
  })

  it('is removed with its comma at any position', () => {
    expect(withMember('{\n  "hooks": {},\n  "a": 1\n}', 'hooks', undefined)).toBe('{\n  "a": 1\n}')
    expect(withMember('{\n  "a": 1,\n  "hooks": {}\n}', 'hooks', undefined)).toBe('{\n  "a": 1\n}')
    expect(withMember('{\n  "hooks": {}\n}', 'hooks', undefined)).toBe('{}')
    expect(withMember('{"a": 1}', 'hooks', undefined)).toBe('{"a": 1}')
  })

  it('has the same effect as setting it on the parsed object, and its removal restores the text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2, '\t'), (object, indent) => {
        const text = JSON.stringify(object, null, indent)
        const changed = withMember(text, 'our-own-key', { x: [1, 'two'] })
        expect(JSON.parse(changed)).toEqual({ ...JSON.parse(text), 'our-own-key': { x: [1, 'two'] } })
        expect(withMember(changed, 'our-own-key', undefined)).toBe(text)
      }),
    )
  })
})

describe('a member at a path', () => {
  const text = '// {\n{\n  // first\n  "a": { "b": 1, "c": 2 }, // of a\n  "d": 3 /* last */\n}\n// }\n'

  it.each([
    [['a', 'b'], 5, text.replace('"b": 1', '"b": 5')],
    [['a', 'b'], undefined, text.replace('"b": 1, ', '')],
    [['a', 'c'], undefined, text.replace(', "c": 2', '')],
    [['d'], undefined, text.replace('}, // of a\n  "d": 3', '} // of a')],
    [['a'], undefined, text.replace('"a": { "b": 1, "c": 2 }, // of a\n  ', '// of a\n  ')],
    [['none', 'x'], undefined, text],
  ])('%j is set to %j, and all else stays', (path, value, expected) => {
    expect(withMemberAt(text, path, value)).toBe(expected)
  })

  it('is created with the objects above it', () => {
    expect(parse(withMemberAt(text, ['a', 'x', 'y'], [1]))).toEqual({ a: { b: 1, c: 2, x: { y: [1] } }, d: 3 })
    expect(parse(withMemberAt(text, ['d', 'x'], 1))).toEqual({ a: { b: 1, c: 2 }, d: { x: 1 } })
    expect(parse(withMemberAt('{}', ['n', 'm'], null))).toEqual({ n: { m: null } })
  })
})
