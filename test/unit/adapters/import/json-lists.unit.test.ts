import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonLists, NotJson, type Piece } from '../../../../src/adapters/import/json-lists.js'

/** Returns the pieces of a text that arrives in chunks of these sizes, repeated. */
const taken = (text: string, sizes: readonly number[]): readonly Piece[] => {
  const bytes = Buffer.from(text)
  const parser = new JsonLists()
  const pieces: Piece[] = []
  for (let [at, n] = [0, 0]; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] ?? 1
    pieces.push(...parser.take(bytes.subarray(at, at + size)))
    at += size
  }
  parser.end()
  return pieces
}

const member = fc.oneof(fc.array(fc.jsonValue(), { maxLength: 4 }), fc.jsonValue())
const document = fc.dictionary(fc.string(), member, { maxKeys: 4 })
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
const indent = fc.constantFrom(undefined, 1, '\t')

describe('a JSON object that arrives in chunks', () => {
  it('is split into the same pieces for any chunk sizes', () => {
    fc.assert(
      fc.property(document, sizes, indent, (object, cut, space) => {
        const text = JSON.stringify(object, null, space)
        const lists = new Map<string, unknown[]>()
        const values = new Map<string, unknown>()
        for (const piece of taken(text, cut)) {
          if ('value' in piece) values.set(piece.member, piece.value)
          else lists.set(piece.member, [...(lists.get(piece.member) ?? []), piece.element])
        }
        // JSON serializes -0 as 0.
        for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, unknown>)) {
          if (Array.isArray(value)) expect(lists.get(name) ?? []).toEqual(value)
          else expect(values.get(name)).toEqual(value)
        }
      }),
    )
  })

  it('reports the byte range of each element', () => {
    fc.assert(
      fc.property(document, sizes, indent, (object, cut, space) => {
        const text = JSON.stringify(object, null, space)
        const bytes = Buffer.from(text)
        for (const piece of taken(text, cut)) {
          if ('value' in piece) continue
          const own = bytes.subarray(piece.at, piece.at + piece.bytes).toString('utf8')
          expect(JSON.parse(own)).toEqual(piece.element)
          expect(own).toBe(own.trim())
        }
      }),
    )
  })

  it('is rejected if it is truncated at any byte', () => {
    const text = JSON.stringify({ a: [1, { b: '"]}\\' }], ü: 'x', c: [] })
    for (let end = 0; end < Buffer.byteLength(text); end++) {
      const cut = Buffer.from(text).subarray(0, end).toString('latin1')
      expect(() => taken(cut, [3])).toThrow(NotJson)
    }
  })
})
