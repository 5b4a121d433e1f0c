import { useEffect, useRef } from 'react'
import { isShortcut } from '../kit/keys.js'
import type { PagePath } from '../navigation/pages.js'

/** The key before the letter of a page. */
export const GO = 'g'

/** The letter of each page. Digits open none: they answer agents. */
export const PAGE_LETTERS: Readonly<Record<PagePath, string>> = {
  '/': 'n',
  '/lanes': 'l',
  '/sessions': 's',
  '/search': 'f',
  '/activity': 'a',
  '/insights': 'i',
  '/alerts': 'b',
  '/config': 'c',
  '/settings': ',',
}

/** A letter later than this is a shortcut of the page. */
const WITHIN_MS = 1500

/** Whether a page or section has a letter. */
export const isPagePath = (path: string): path is PagePath => path in PAGE_LETTERS

const pageOf = (letter: string): PagePath | undefined =>
  (Object.keys(PAGE_LETTERS) as PagePath[]).find((page) => PAGE_LETTERS[page] === letter)

/** Opens a page with `g` and its letter. The letter is taken before the page, which has shortcuts of the same letters. */
export function useGoKeys(go: (page: PagePath) => void): void {
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    let askedAt: number | undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return
      const isAsked = askedAt !== undefined && event.timeStamp - askedAt < WITHIN_MS
      askedAt = event.key === GO && !isAsked ? event.timeStamp : undefined
      const page = isAsked ? pageOf(event.key) : undefined
      if (page === undefined) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(page)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
