import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Range, rangeOf, rangeWords } from './range.js'

/** Milliseconds without a wheel event before the address changes. */
const REST_MS = 250

/** The visible range. It is in the address, so that it survives a reload and can be shared. */
export function useRange(id: string, words: string | undefined, whole: Range) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(words)
  const range = rangeOf(chosen, whole)
  useEffect(() => {
    if (chosen === words) return undefined
    const timer = setTimeout(() => {
      void navigate({
        to: '/sessions/$id',
        params: { id },
        search: { tab: 'timeline', ...(chosen === undefined ? {} : { zoom: chosen }) },
        replace: true,
      })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [chosen, words, id, navigate])
  return { range, show: (next: Range) => setChosen(rangeWords(next, whole)) }
}
