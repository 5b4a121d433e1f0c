import { beforeEach, expect, it } from 'vitest'
import { laneActions, laneChoices, newLaneAction } from '../../../../../ui/src/app/palette/lane-choices.js'
import { laneRows } from '../../../../../ui/src/rows/rows.js'
import { lane, pane } from '../../../../support/ui/rows.js'

const lanes = [
  lane(1, { title: 'Accept gift cards', branch: 'feat/gift-cards', panes: [pane(0)] }),
  lane(2, { title: 'Rewrite the cart' }),
  lane(3, { title: 'Old release', status: 'failed' }),
]
const open = () => ({ go: () => undefined })
const keys = (choices: readonly { readonly key: string }[]) => choices.map(({ key }) => key)

beforeEach(() => laneRows.replace(lanes, laneRows.mark()))

it('the palette finds lanes by their title or branch', () => {
  expect(keys(laneChoices(lanes, 'gift', open))).toEqual(['lane 1'])
  expect(keys(laneChoices(lanes, 'feat/gift', open))).toEqual(['lane 1'])
  expect(keys(laneChoices(lanes, '', open))).toEqual([])
})

it('the palette offers what fits the lane it found, or all lanes that an action fits', () => {
  expect(keys(laneActions(lanes, undefined, 'gift', open))).toEqual(['start lane 1', 'stop lane 1'])
  expect(keys(laneActions(lanes, undefined, 'cart', open))).toEqual(['start lane 2'])
  expect(keys(laneActions(lanes, undefined, 'stop', open))).toEqual(['stop lane 1'])
  expect(keys(laneActions(lanes, undefined, 'start cart', open))).toEqual(['start lane 2'])
  expect(keys(laneActions(lanes, lanes[2], '', open))).toEqual([])
  expect(keys(laneActions(lanes, lanes[0], '', open))).toEqual(['start lane 1', 'stop lane 1'])
})

it('the palette offers a new lane without a text, and for its name', () => {
  expect(['', 'new', 'lane', 'gift'].map((text) => newLaneAction(text, open).length)).toEqual([1, 1, 1, 0])
})
