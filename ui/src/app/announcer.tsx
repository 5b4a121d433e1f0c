import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/i18n.js'
import { titleOf } from '../kit/session-label.js'
import { useAllWaiting } from '../live/groups.js'
import { tellNewlyWaiting } from '../live/news.js'
import { mutes } from '../rows/muted.js'
import { triageQuery } from '../rows/queries.js'
import { sessionRows } from '../rows/rows.js'

/** Announces sessions that start to wait: once to a screen reader, and as a pulse of their row. */
export function Announcer() {
  const waiting = useAllWaiting()
  const { isSuccess } = useQuery(triageQuery)
  const known = useRef<readonly string[] | undefined>(undefined)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!isSuccess) return
    const before = known.current
    known.current = waiting
    // Sessions that were waiting when the page opened are not news.
    if (before === undefined) return
    const fresh = waiting.filter((id) => !before.includes(id) && !mutes.get().has(id))
    if (fresh.length === 0) return
    setWords(fresh.map(describe).join('. '))
    tellNewlyWaiting(fresh)
  }, [waiting, isSuccess])
  return (
    <div className="sr-only" role="status" aria-live="polite">
      {words}
    </div>
  )
}

function describe(id: string): string {
  const session = sessionRows.get(id)
  if (session === undefined) return ''
  const name = titleOf(session)
  return session.headline === null
    ? t('news.waiting', { name })
    : t('news.asking', { name, ask: session.headline.text })
}
