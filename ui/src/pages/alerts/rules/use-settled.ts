import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/** Returns a value once it has not changed for a moment, so that typing sends one request. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
