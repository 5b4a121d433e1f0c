import { Link, useLocation, useParams } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { askWords } from '../kit/ask-words.js'
import buttons from '../kit/button.module.css'
import { Glyph } from '../kit/glyph.js'
import { dismiss, type Notice, useNotices } from '../kit/notices.js'
import { laneTitle } from '../kit/lane-title.js'
import { titleOf } from '../kit/session-label.js'
import { loadPart } from '../lazy/load-part.js'
import { useWaiting } from '../live/groups.js'
import { useLaneOf } from '../live/lane-groups.js'
import { type News, useNews } from '../live/news.js'
import { useLastMuted } from '../rows/muted.js'
import { useSession } from '../rows/rows.js'
import styles from './toasts.module.css'

// Most visits need none.
const MuteNotice = lazy(async () => ({ default: (await loadPart(() => import('./mute-notice.js'))).MuteNotice }))

/** Long enough to read a question, short enough not to cover content for long. */
const SHOWN_MS = 10_000
/** Now lists the rest. */
const MOST = 3

/** Toasts for sessions that start to wait. None on Now or on the page of the session, where the change is visible. */
export function Toasts() {
  const t = useWords()
  const news = useNews()
  const waiting = useWaiting()
  const { pathname } = useLocation()
  const { id: open } = useParams({ strict: false })
  const [gone, setGone] = useState<ReadonlySet<string>>(() => new Set())
  const close = useCallback((key: string): void => setGone((before) => new Set([...before, key])), [])
  const muted = useLastMuted()
  const notices = useNotices()
  const shown =
    pathname === '/'
      ? []
      : news.filter(({ id, key }) => waiting.includes(id) && id !== open && !gone.has(key)).slice(-MOST)
  // The announcer has already told screen readers.
  return shown.length === 0 && muted === undefined && notices.length === 0 ? null : (
    <section className={styles['toasts']} aria-label={t('news.toasts')}>
      {notices.map((notice) => (
        <Result key={notice.id} notice={notice} />
      ))}
      {muted !== undefined && (
        <Suspense>
          <MuteNotice key={muted.id} id={muted.id} />
        </Suspense>
      )}
      {shown.map(({ id, key }) => (
        <Toast key={key} news={{ id, key }} onClose={close} />
      ))}
    </section>
  )
}

function Toast({ news: { id, key }, onClose }: { news: News; onClose: (key: string) => void }) {
  const t = useWords()
  const session = useSession(id)
  const lane = useLaneOf(id)
  useEffect(() => {
    const timer = setTimeout(() => onClose(key), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [key, onClose])
  if (session === undefined) return null
  const { headline } = session
  return (
    <div className={styles['toast']} data-toast>
      <Glyph situation="needs_you" />
      <Link
        {...(lane === undefined
          ? { to: '/sessions/$id', params: { id } }
          : { to: '/lanes/$lane', params: { lane: String(lane.id) } })}
        onClick={() => onClose(key)}
      >
        <b>{lane === undefined ? titleOf(session) : laneTitle(lane)}</b>
        <span>
          {headline === null || headline.text === ''
            ? askWords(headline)
            : t('news.toast', { ask: askWords(headline), text: headline.text })}
        </span>
      </Link>
      <button type="button" aria-label={t('news.close', { name: titleOf(session) })} onClick={() => onClose(key)}>
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}

/** The result of an action, with its undo where there is one. */
function Result({ notice: { id, text, action } }: { notice: Notice }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id])
  return (
    <div className={styles['result']} role="status">
      <p>{text}</p>
      {action !== undefined && (
        <button
          type="button"
          className={buttons['button']}
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}
