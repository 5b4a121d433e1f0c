import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import {
  Activity,
  Bell,
  BellOff,
  ChartColumn,
  Clock,
  MessageSquare,
  Search,
  Settings,
  SlidersHorizontal,
} from 'lucide-react'
import { openAlertsQuery } from '../api/queries.js'
import { count } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { useConnection } from '../live/connection.js'
import { useWaiting } from '../live/groups.js'
import { useMuted } from '../live/muted.js'

const ICON = { size: 16, strokeWidth: 1.7, 'aria-hidden': true } as const

/** The way around: a column on a desk, a bar under the thumb on a phone. */
export function Rail({ onDisplay, onSearch }: { onDisplay: () => void; onSearch: () => void }) {
  const t = useWords()
  const waiting = useWaiting().length
  // The page of a project belongs to the sessions.
  const isProject = useLocation({ select: ({ pathname }) => pathname.startsWith('/projects/') })
  return (
    <nav className="rail" aria-label={t('rail.main')}>
      <Link to="/" className="brand" tabIndex={-1} aria-hidden>
        <BrandMark />
        <span>Switchyard</span>
      </Link>
      <Link to="/" className="nav" activeOptions={{ exact: true, includeSearch: false }}>
        <Clock {...ICON} />
        <span className="label">{t('pages.now')}</span>
        <Muted />
        {waiting > 0 && (
          <span className="count need num">
            {waiting}
            <span className="sr-only"> {t('rail.waiting', { count: waiting })}</span>
          </span>
        )}
      </Link>
      <Link
        to="/sessions"
        className="nav"
        activeOptions={{ includeSearch: false }}
        {...(isProject ? { 'aria-current': 'page' as const } : {})}
      >
        <MessageSquare {...ICON} />
        <span className="label">{t('pages.sessions')}</span>
      </Link>
      <Link to="/search" className="nav" activeOptions={{ includeSearch: false }}>
        <Search {...ICON} />
        <span className="label">{t('pages.search')}</span>
      </Link>
      <Link to="/activity" className="nav" activeOptions={{ includeSearch: false }}>
        <Activity {...ICON} />
        <span className="label">{t('pages.activity')}</span>
      </Link>
      <Link to="/insights" className="nav" activeOptions={{ includeSearch: false }}>
        <ChartColumn {...ICON} />
        <span className="label">{t('pages.insights')}</span>
      </Link>
      <Link to="/alerts" className="nav" activeOptions={{ includeSearch: false }}>
        <Bell {...ICON} />
        <span className="label">{t('pages.alerts')}</span>
        <NewAlerts />
      </Link>
      <Link to="/settings" className="nav" activeOptions={{ includeSearch: false }}>
        <Settings {...ICON} />
        <span className="label">{t('pages.settings')}</span>
      </Link>
      <div className="foot">
        <button type="button" className="nav wide-only" onClick={onSearch}>
          <Search {...ICON} />
          <span className="label">{t('rail.goTo')}</span>
          <kbd>{t('keys.ctrl')} K</kbd>
        </button>
        <button type="button" className="nav wide-only" onClick={onDisplay}>
          <SlidersHorizontal {...ICON} />
          <span className="label">{t('rail.display')}</span>
        </button>
        <LiveDot />
      </div>
    </nav>
  )
}

/** That some tell nothing here: who forgot it would wait for them in vain. */
function Muted() {
  const t = useWords()
  const muted = useMuted().size
  if (muted === 0) return null
  return (
    <span className="muted-mark num" title={t('mute.some', { count: muted })}>
      <BellOff size={12} aria-hidden />
      <span aria-hidden>{count(muted)}</span>
      <span className="sr-only">{t('mute.some', { count: muted })}</span>
    </span>
  )
}

/** How many alerts nobody has acknowledged; they are not the agents that wait, and are not coloured like them. */
function NewAlerts() {
  const t = useWords()
  const { data: open = 0 } = useQuery(openAlertsQuery)
  if (open === 0) return null
  return (
    <span className="count news num">
      {count(open)}
      <span className="sr-only"> {t('rail.alerts', { count: open })}</span>
    </span>
  )
}

function LiveDot() {
  const t = useWords()
  const { state } = useConnection()
  const word = t(`connection.${state === 'live' ? 'live' : state === 'lost' ? 'off' : 'connecting'}`)
  return (
    <span className="live" title={word}>
      <i className={`dot is-${state}`} />
      <span className="label">{word}</span>
    </span>
  )
}

function BrandMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round">
      <path d="M3 4h4c4 0 4 12 8 12h2M3 10h14M3 16h4c1.6 0 2.6-1.9 3.3-4M11 7.6C11.8 5.6 12.8 4 15 4h2" />
    </svg>
  )
}
