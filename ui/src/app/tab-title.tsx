import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionQuery } from '../api/queries.js'
import { titleOf } from '../kit/session-label.js'
import { useWaiting } from '../live/groups.js'
import { useSession } from '../live/rows.js'

/** The number on the icon of the installed app; zero takes it away. Not every browser has such icons. */
const showBadge = (waiting: number): void => {
  if ('setAppBadge' in navigator) void navigator.setAppBadge(waiting).catch(() => undefined)
}

/** The tab says how many agents wait, in its title and its icon, also while it is in the background. */
export function TabTitle() {
  const waiting = useWaiting().length
  const { id = '' } = useParams({ strict: false })
  const { data } = useQuery({ ...sessionQuery(id), enabled: id !== '' })
  const session = useSession(id) ?? data?.session
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon !== null) icon.href = waiting > 0 ? '/favicon-waiting.svg' : '/favicon.svg'
    showBadge(waiting)
  }, [waiting])
  const page = session === undefined ? 'Switchyard' : `${titleOf(session)} · Switchyard`
  return <title>{waiting > 0 ? `(${waiting}) ${page}` : page}</title>
}
