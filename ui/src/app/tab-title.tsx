import { useEffect } from 'react'
import { useWaiting } from '../live/groups.js'

/** The tab says how many agents wait, in its title and its icon, also while it is in the background. */
export function TabTitle() {
  const waiting = useWaiting().length
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon !== null) icon.href = waiting > 0 ? '/favicon-waiting.svg' : '/favicon.svg'
  }, [waiting])
  return <title>{waiting > 0 ? `(${waiting}) Switchyard` : 'Switchyard'}</title>
}
