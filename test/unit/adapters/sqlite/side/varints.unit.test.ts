import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packed, unpacked } from '../../../../../src/adapters/sqlite/side/varints.js'

it('packed whole numbers are read back unchanged', () =>
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), (numbers) => {
      expect([...unpacked(packed(numbers))]).toEqual(numbers)
    }),
  ))
