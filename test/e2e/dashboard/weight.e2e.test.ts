import { describe, expect, it } from 'vitest'
import { BUDGET, weightOfDashboard } from '../../support/browser/weight.js'

describe('the weight of the built dashboard', () => {
  const weight = weightOfDashboard()

  it('is known from the manifest of the build', () => expect(weight?.initial).toBeGreaterThan(0))

  it('is at most 170 KB of gzipped scripts before the first page shows', () =>
    expect(weight?.initial).toBeLessThanOrEqual(BUDGET.initial))

  it('is in few files before the first page shows', () => {
    expect(weight?.initialFiles).toBeGreaterThan(0)
    expect(weight?.initialFiles).toBeLessThanOrEqual(BUDGET.initialFiles)
  })

  it('is at most 60 KB, gzipped, for each script that a page loads later', () => {
    expect(Object.entries(weight?.later ?? {}).filter(([, size]) => size > BUDGET.laterChunk)).toEqual([])
  })

  it('is at most 130 KB, gzipped, for the script of a terminal, and 25 KB for the list of lanes', () => {
    expect(weight?.terminal).toBeGreaterThan(0)
    expect(weight?.terminal).toBeLessThanOrEqual(BUDGET.terminal)
    expect(weight?.lanes).toBeLessThanOrEqual(BUDGET.lanes)
  })

  it('is at most 15 KB of gzipped translations for each page and language', () => {
    const locales = Object.entries(weight?.locales ?? {})
    expect(locales.length).toBeGreaterThan(2)
    expect(locales.filter(([, size]) => size > BUDGET.locale)).toEqual([])
  })

  it('is at most 20 KB of gzipped style sheets for the first page, and 12 KB for each that a page loads later', () => {
    expect(weight?.styles).toBeGreaterThan(0)
    expect(weight?.styles).toBeLessThanOrEqual(BUDGET.styles)
    expect(Object.entries(weight?.laterStyles ?? {}).filter(([, size]) => size > BUDGET.laterStyles)).toEqual([])
  })

  it('is at most 120 KB of fonts', () => {
    expect(weight?.fonts).toBeGreaterThan(0)
    expect(weight?.fonts).toBeLessThanOrEqual(BUDGET.fonts)
  })
})
