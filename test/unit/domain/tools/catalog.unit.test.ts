import { describe, expect, it } from 'vitest'
import { isProvider, PROVIDERS, TOOL_IDS, TOOLS, toolOf } from '../../../../src/domain/tools/catalog.js'

describe('the tool catalog', () => {
  it('lists each tool under its id', () => {
    expect(Object.keys(TOOLS)).toEqual([...TOOL_IDS])
    expect(TOOL_IDS.map((id) => TOOLS[id].id)).toEqual([...TOOL_IDS])
  })

  it('has a tool for each provider', () => {
    expect(PROVIDERS.map((provider) => toolOf(provider).provider)).toEqual([...PROVIDERS])
  })

  it('recognises providers', () => {
    expect(PROVIDERS.every(isProvider)).toBe(true)
    expect([null, undefined, '', 'Claude', 'gemini', 7].some(isProvider)).toBe(false)
  })
})
