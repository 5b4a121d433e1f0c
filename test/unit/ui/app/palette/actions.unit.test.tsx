import { expect, it } from 'vitest'
import { displayActions } from '../../../../../ui/src/app/palette/actions.js'
import { speak } from '../../../../../ui/src/i18n/i18n.js'

const found = (text: string): readonly string[] => displayActions(text).map(({ key }) => key)

it('the palette offers the theme, and the other display settings once their names match', () => {
  expect(found('')).toEqual(['theme'])
  expect(found('row')).toEqual(['density'])
  expect(found('nonsense')).toEqual([])
})

it('the palette finds the languages in the language of the page', async () => {
  expect(found('language')).toEqual(['language system', 'language en', 'language de'])
  expect(found('deutsch')).toEqual(['language de'])
  await speak('de')
  expect(found('sprache')).toEqual(['language system', 'language en', 'language de'])
  await speak('en')
})
