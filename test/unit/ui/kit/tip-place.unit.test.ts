import { expect, it } from 'vitest'
import { placeOfTip } from '../../../../ui/src/kit/tip-place.js'

const view = { width: 390, height: 844 }
const tip = { width: 200, height: 60 }
const at = (x: number, y: number) => placeOfTip({ left: x, right: x, top: y, bottom: y }, tip, view)

it('a tooltip is centred above its anchor', () => expect(at(195, 400)).toEqual({ left: 95, top: 334 }))

it('a tooltip goes below an anchor at the top', () => expect(at(195, 20)).toEqual({ left: 95, top: 26 }))

it('a tooltip stays inside the window at its sides', () => {
  expect(at(5, 400).left).toBe(8)
  expect(at(388, 400).left).toBe(182)
})

it('a tooltip larger than the window starts at its edge', () =>
  expect(placeOfTip({ left: 0, right: 0, top: 0, bottom: 0 }, { width: 500, height: 900 }, view)).toEqual({
    left: 8,
    top: 8,
  }))
