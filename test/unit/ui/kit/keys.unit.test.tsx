import { afterEach, describe, expect, it } from 'vitest'
import { isShortcut } from '../../../../ui/src/kit/keys.js'

const typed = (html: string, key: string): boolean => {
  document.body.innerHTML = html
  let answer = false
  document.addEventListener('keydown', (event) => void (answer = isShortcut(event)), { once: true })
  document.body.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return answer
}
afterEach(() => void (document.body.innerHTML = ''))

describe('a key', () => {
  it.each([
    ['<div>', 'j', true],
    ['<input>', 'j', false],
    ['<input type="search">', 'j', false],
    ['<textarea>', 'j', false],
    ['<select>', 'j', false],
    // These take no text, but use arrows and Space themselves.
    ['<input type="radio">', 'j', true],
    ['<input type="radio">', 'ArrowDown', false],
    ['<input type="radio">', 'Enter', true],
    ['<input type="checkbox">', ' ', false],
    ['<input type="range">', 'k', true],
    ['<input type="range">', 'Home', false],
  ])('in %s is a shortcut: %s', (html, key, is) => {
    expect(typed(html, key)).toBe(is)
  })
})
