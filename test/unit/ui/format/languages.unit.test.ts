import { describe, expect, it } from 'vitest'
import { choiceOf, firstSpoken } from '../../../../ui/src/format/languages.js'

describe('the language of the dashboard', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'DE', 'en'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr', 'ja'], 'en'],
    [['default', ''], 'en'],
    [[], 'en'],
  ])('for a browser that prefers %j is %s', (wanted, spoken) => expect(firstSpoken(wanted)).toBe(spoken))

  it.each([
    ['de', 'de'],
    ['system', 'system'],
    ['tlh', 'system'],
    ['toString', 'system'],
    [null, 'system'],
  ])('stored as %s is read as %s', (stored, choice) => expect(choiceOf(stored)).toBe(choice))
})
