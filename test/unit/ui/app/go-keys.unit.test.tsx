import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useGoKeys } from '../../../../ui/src/app/use-go-keys.js'

/** Presses keys on a page with a shortcut of its own for each, and returns the opened pages and the keys that the page got. */
const pressed = (
  ...keys: readonly string[]
): { readonly opened: readonly string[]; readonly left: readonly string[] } => {
  const opened: string[] = []
  const left: string[] = []
  const { unmount } = renderHook(() => useGoKeys((page) => opened.push(page)))
  const ofPage = (event: KeyboardEvent): void => void left.push(event.key)
  document.addEventListener('keydown', ofPage)
  for (const key of keys)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  document.removeEventListener('keydown', ofPage)
  unmount()
  return { opened, left }
}

it('g and a letter open a page, before the page uses the letter', () => {
  expect(pressed('g', 's')).toEqual({ opened: ['/sessions'], left: ['g'] })
  expect(pressed('g', 'l', 'g', ',')).toEqual({ opened: ['/lanes', '/settings'], left: ['g', 'g'] })
})

it('a letter alone, a digit, and a letter of no page belong to the page', () => {
  expect(pressed('s', '3')).toEqual({ opened: [], left: ['s', '3'] })
  expect(pressed('g', 'x', 's')).toEqual({ opened: [], left: ['g', 'x', 's'] })
  expect(pressed('g', 'g', 's')).toEqual({ opened: [], left: ['g', 'g', 's'] })
})
