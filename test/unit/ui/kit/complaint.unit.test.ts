import { expect, it } from 'vitest'
import { complaint } from '../../../../ui/src/kit/complaint.js'

it('shows the error of a field without its name', () => {
  expect(complaint('input_per_mtok: must be a number', 'input_per_mtok')).toBe('must be a number')
  expect(complaint('must be a number', 'input_per_mtok')).toBe('must be a number')
})
