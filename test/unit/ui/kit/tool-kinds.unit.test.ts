import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GROUP_COLOURS, groupsOf, toolColour } from '../../../../ui/src/kit/tool-kinds.js'

describe('the colours of tools', () => {
  it('are the same for all tools of a group, and different between groups', () => {
    expect(toolColour('Write')).toBe(toolColour('Edit'))
    expect(toolColour('Glob')).toBe(toolColour('Grep'))
    expect(new Set(Object.values(GROUP_COLOURS)).size).toBe(Object.keys(GROUP_COLOURS).length)
  })

  it('are explained once for each group, in the usual order', () => {
    expect(groupsOf(['mcp__maps__find', 'Write', 'Edit', 'Bash'])).toEqual(['shell', 'edit', 'other'])
    expect(groupsOf([])).toEqual([])
  })
})

type Colour = readonly [lightness: number, chroma: number, hue: number]

/** Returns the relative luminance of an OKLCH colour. */
const luminance = ([lightness, chroma, hue]: Colour): number => {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: Colour, other: Colour): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const sheet = readFileSync(join(import.meta.dirname, '../../../../ui/src/theme/tokens.css'), 'utf8')
const themes = {
  light: sheet.split('[data-theme="dark"]')[0] ?? '',
  dark: sheet.split('[data-theme="dark"] {')[1] ?? '',
}

const tokenOf = (theme: string, name: string): Colour => {
  const [, l, c, h] = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(theme) ?? []
  return [Number(l), Number(c), Number(h)]
}

it.each(Object.entries(themes))('are visible on the canvas of the %s theme, at 3:1 or more', (_, theme) => {
  const canvas = tokenOf(theme, 'canvas')
  for (const colour of Object.values(GROUP_COLOURS)) {
    const name = colour.slice('var(--'.length, -1)
    expect(contrast(tokenOf(theme, name), canvas), name).toBeGreaterThanOrEqual(3)
  }
})
