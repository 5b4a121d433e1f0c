import { expect, it } from 'vitest'
import type { Line } from '../../../../../../ui/src/pages/lane/review/segments.js'
import { pairsOf } from '../../../../../../ui/src/pages/lane/review/view.js'

const TYPES = { ' ': 'context', '+': 'added', '-': 'removed' } as const
const line = (text: string): Line => ({ type: TYPES[text.charAt(0) as '+'], oldLine: null, newLine: null, text })

it('stand beside each other: what was removed and what came instead', () => {
  const lines = [' a', '-b', '-c', '+B', ' d', '+e', '-f', '+F', '+G']
  const pairs = pairsOf(lines.map(line)).map(({ before, after }) => [before?.text, after?.text])
  expect(pairs).toEqual([
    [' a', ' a'],
    ['-b', '+B'],
    ['-c', undefined],
    [' d', ' d'],
    [undefined, '+e'],
    ['-f', '+F'],
    [undefined, '+G'],
  ])
})
