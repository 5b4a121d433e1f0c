import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Failure } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import { laneTitle } from '../kit/lane-title.js'
import { titleOf } from '../kit/session-label.js'
import { useWaitingCount } from '../live/waiting-dialogs.js'
import { pageAt } from '../navigation/pages.js'
import { sessionQuery } from '../rows/queries.js'
import { useLane, useSession } from '../rows/rows.js'

/** Sets the number on the icon of the installed app; zero removes it. Some browsers have no such badge. */
const showBadge = (waiting: number): void => {
  if ('setAppBadge' in navigator) void navigator.setAppBadge(waiting).catch(() => undefined)
}

/** The title of the tab names the page. The title, the icon and the badge show how many agents wait. */
export function TabTitle() {
  const t = useWords()
  const waiting = useWaitingCount()
  const { pathname } = useLocation()
  const { id = '', lane: laneId = '', name: project } = useParams({ strict: false })
  const { data, error } = useQuery({ ...sessionQuery(id), enabled: id !== '' })
  const session = useSession(id) ?? data?.session
  const lane = useLane(laneId)
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon !== null) icon.href = waiting > 0 ? '/favicon-waiting.svg' : '/favicon.svg'
    showBadge(waiting)
  }, [waiting])
  const page = pageAt(pathname)
  const name =
    project !== undefined
      ? project
      : lane !== undefined
        ? laneTitle(lane)
        : session !== undefined
          ? titleOf(session)
          : error instanceof Failure && error.status === 404
            ? t('sessionNotFound')
            : page !== undefined
              ? t(`pages.${page}`)
              : t('notFound')
  const title = `${name} · Switchyard`
  return <title>{waiting > 0 ? `(${waiting}) ${title}` : title}</title>
}
