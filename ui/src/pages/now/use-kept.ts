import { useState } from 'react'

/**
 * Whom the panel shows while nobody has been chosen: whoever waits first, else the first of the list, kept until gone. Where
 * agents are busy the list changes its order all the time, and a panel that went along could not be read.
 */
export function useKept(waiting: string | undefined, ids: readonly string[]): string | undefined {
  const [kept, setKept] = useState(ids[0])
  const shown = waiting ?? (kept !== undefined && ids.includes(kept) ? kept : ids[0])
  if (shown !== kept) setKept(shown)
  return shown
}
