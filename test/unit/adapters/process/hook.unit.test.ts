import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chunksOf } from '../../../../src/adapters/process/hook.js'

it('output is split into whole characters of at most 16 KB, and nothing is lost', () => {
  const part = fc.constantFrom('a'.repeat(9000), 'é'.repeat(7000), '€'.repeat(9000), '😀'.repeat(9001), '\u0000', '\n')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('')
      const chunks = chunksOf(text)
      expect(chunks.join('')).toBe(text)
      for (const chunk of chunks) {
        const bytes = Buffer.from(chunk)
        expect([bytes.length > 0 && bytes.length <= 16 * 1024, bytes.toString() === chunk]).toEqual([true, true])
      }
    }),
  )
})
