import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { BellOff, Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { openAlertsQuery } from '../api/queries.js'
import { count } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { classes } from '../kit/classes.js'
import { LightPopover } from '../kit/light-popover.js'
import { useConnection } from '../live/connection.js'
import { useWaitingCount } from '../live/waiting-dialogs.js'
import { PAGES } from '../navigation/pages.js'
import { useMuted } from '../rows/muted.js'
import { Caller } from './caller.js'
import { PAGE_ICONS } from './page-icons.js'
import styles from './rail.module.css'

const ICON = { size: 16, strokeWidth: 1.7, 'aria-hidden': true } as const
type PageEntry = (typeof PAGES)[number]

/** On the phone these pages are in the bar, the others behind "More". */
const ON_PHONE = 4

/** The navigation: a column on a desktop, a bar at the bottom of a phone. */
export function Rail({ onSearch }: { onSearch: () => void }) {
  const t = useWords()
  return (
    <nav className={styles['rail']} aria-label={t('rail.main')}>
      <Link to="/" className={styles['brand']} tabIndex={-1} aria-hidden>
        <BrandMark />
        <span>Switchyard</span>
      </Link>
      {PAGES.map((page, index) => (
        <PageLink key={page[0]} page={page} {...(index < ON_PHONE ? {} : { className: styles['deep'] })} />
      ))}
      <More pages={PAGES.slice(ON_PHONE)} />
      <div className={styles['foot']}>
        <LiveDot />
        <Caller />
        <button type="button" className={styles['search']} onClick={onSearch}>
          <kbd>{t('keys.ctrl')}</kbd>
          <kbd>K</kbd>
          <span>{t('rail.commands')}</span>
        </button>
      </div>
    </nav>
  )
}

function PageLink({
  page: [to, name],
  className,
  onClick,
}: {
  page: PageEntry
  className?: string
  onClick?: () => void
}) {
  const t = useWords()
  const Icon = PAGE_ICONS[name]
  // The page of a project belongs to the sessions.
  const isProject = useLocation({ select: ({ pathname }) => pathname.startsWith('/projects/') })
  return (
    <Link
      to={to}
      className={classes(styles['nav'], className)}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      onClick={onClick}
      {...(isProject && name === 'sessions' ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon {...ICON} />
      <span data-label>{t(`pages.${name}`)}</span>
      {name === 'now' && <NowCounts />}
      {name === 'alerts' && <OpenAlerts />}
    </Link>
  )
}

/** The pages that have no place in the bar of a phone. */
function More({ pages }: { pages: readonly PageEntry[] }) {
  const t = useWords()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes(styles['nav'], styles['more'])}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Ellipsis {...ICON} />
        <span data-label>{t('rail.more')}</span>
        <OpenAlerts />
      </button>
      {isOpen && (
        <LightPopover label={t('rail.more')} anchor={button} onClose={() => setOpen(false)}>
          <div className={styles['sheet']}>
            {pages.map((page) => (
              <PageLink key={page[0]} page={page} onClick={() => setOpen(false)} />
            ))}
            <Caller />
          </div>
        </LightPopover>
      )}
    </>
  )
}

/** How many agents wait, and how many sessions are muted and not among them. */
function NowCounts() {
  const t = useWords()
  const waiting = useWaitingCount()
  const muted = useMuted().size
  return (
    <>
      {muted > 0 && (
        <span className={classes(styles['muted'], 'num')} title={t('mute.some', { count: muted })}>
          <BellOff size={12} aria-hidden />
          <span aria-hidden>{count(muted)}</span>
          <span className="sr-only">{t('mute.some', { count: muted })}</span>
        </span>
      )}
      {waiting > 0 && (
        <span className={classes(styles['count'], styles['need'], 'num')} data-count="need">
          {waiting}
          <span className="sr-only"> {t('rail.waiting', { count: waiting })}</span>
        </span>
      )}
    </>
  )
}

/** How many alerts nobody has acknowledged. They are not agents that wait, and have another colour. */
function OpenAlerts() {
  const t = useWords()
  const { data: open = 0 } = useQuery(openAlertsQuery)
  if (open === 0) return null
  return (
    <span className={classes(styles['count'], styles['news'], 'num')} data-count="news">
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
    <span className={styles['live']} title={word}>
      <i className={styles['dot']} data-state={state} />
      <span data-label>{word}</span>
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
