import { useState } from 'react'

/**
 * Returns the session that the panel shows while none is selected: the one that waits longest, else the first of the list until
 * it disappears. The order of a busy list changes all the time, and a panel that followed it could not be read.
 */
export function useKept(waiting: string | undefined, ids: readonly string[]): string | undefined {
  const [kept, setKept] = useState(ids[0])
  const shown = waiting ?? (kept !== undefined && ids.includes(kept) ? kept : ids[0])
  if (shown !== kept) setKept(shown)
  return shown
}
