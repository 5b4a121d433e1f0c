import { BUDGET, weightOfDashboard } from '../../../support/browser/weight.js'
import { atMost } from '../figure.js'
import type { Scene } from '../scene.js'

const GOAL = 8

/** Measures the size of the built dashboard. */
export const weight: Scene = {
  name: 'weight',
  figures: async () => {
    const { initial, later, styles, fonts } = weightOfDashboard() ?? {
      initial: Number.NaN,
      later: {},
      styles: Number.NaN,
      fonts: Number.NaN,
    }
    const [heaviest, size] = Object.entries(later).toSorted(([, one], [, other]) => other - one)[0] ?? ['', Number.NaN]
    return [
      atMost(GOAL, 'script before the first page, zipped', initial, BUDGET.initial, 'KB', 1),
      atMost(GOAL, `heaviest later script (${heaviest.replace(/^assets\//, '')})`, size, BUDGET.laterChunk, 'KB', 1),
      atMost(GOAL, 'style sheets, zipped', styles, BUDGET.styles, 'KB', 1),
      atMost(GOAL, 'fonts', fonts, BUDGET.fonts, 'KB', 1),
    ]
  },
}
