import { expect, it } from 'vitest'
import { chosenBy, isDigit } from '../../../../../ui/src/kit/ask/answers.js'

const option = (key: string | null, label: string) => ({ key, label, detail: '', lasting: false, text: false })
const ask = {
  options: [option('1', 'Yes'), option('2', 'Yes, always'), option(null, 'Submit'), option('3', 'No')],
  answerable: true,
}
const none = { repeat: false, isComposing: false, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }
const press = (key: string, change: object = {}) => ({ ...none, key, ...change })

it('a key chooses the option with its number in the terminal', () => {
  expect(chosenBy(press('2'), ask, true)?.label).toBe('Yes, always')
  expect(chosenBy(press('3'), ask, true)?.label).toBe('No')
  for (const key of ['0', '4', 'y', 'Enter', 'Escape']) expect(chosenBy(press(key), ask, true)).toBeUndefined()
})

it.each([
  ['held down', { repeat: true }],
  ['composed', { isComposing: true }],
  ['with Control', { ctrlKey: true }],
  ['with Alt', { altKey: true }],
  ['with Meta', { metaKey: true }],
  ['with Shift', { shiftKey: true }],
])('a key %s chooses nothing', (_, change) => expect(chosenBy(press('1', change), ask, true)).toBeUndefined())

it('a key chooses nothing of a ask that was shown just now, or that is answered in the terminal', () => {
  expect(chosenBy(press('1'), ask, false)).toBeUndefined()
  expect(chosenBy(press('1'), { ...ask, answerable: false }, true)).toBeUndefined()
})

it('a digit that does not act opens no page either', () => {
  expect(isDigit(press('9', { repeat: true }))).toBe(true)
  expect(isDigit(press('1', { altKey: true }))).toBe(false)
})
