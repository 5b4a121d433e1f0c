import { Link } from '@tanstack/react-router'
import { ChevronDown, GitBranch } from 'lucide-react'
import { toolOf } from '../../api/tools.js'
import type { Session } from '../../api/types.js'
import { instant, modelName, sessionTime, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { AllTokens } from '../../kit/amount.js'
import { Glyph } from '../../kit/glyph.js'
import { MuteButton } from '../../kit/mute-button.js'
import { ProjectLink } from '../../kit/project-link.js'
import { titleOf } from '../../kit/session-label.js'
import { SessionWhy } from '../../kit/session-why.js'
import { situationWords } from '../../kit/situation.js'
import { Age } from '../../kit/time.js'
import { Tooltip } from '../../kit/tooltip.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import { useContextShare } from '../../kit/use-context-share.js'
import { useTimed } from '../../live/clock.js'
import { useSessionStats } from '../../live/use-session-stats.js'
import { Labels, LabelsButton } from './labels.js'
import { LaneChip } from './lane-chip.js'
import { ExportMenu } from './export-menu.js'
import styles from './header.module.css'
import type { SessionSearch } from './search.js'
import { Strip } from './strip.js'
import { Tabs } from './tabs.js'

interface HeaderProps {
  readonly session: Session
  readonly search: SessionSearch
  /** On a phone, only the title and the tabs are shown while the page is scrolled. */
  readonly isCompact: boolean
  readonly onExpand: () => void
}

/** The name and state of a session, its amounts, its calls over time, and its parts. */
export function Header({ session, search, isCompact, onExpand }: HeaderProps) {
  const t = useWords()
  const { id, project, git_branch: branch, situation } = session
  return (
    <header className={styles['head']} data-part="session-head" data-compact={isCompact}>
      <div className={styles['line']}>
        <nav className={styles['crumb']} aria-label={t('session:head.crumb')}>
          {project === null ? <Link to="/sessions">{t('pages.sessions')}</Link> : <ProjectLink cwd={project} />}
          <span aria-hidden>/</span>
        </nav>
        <h1 title={titleOf(session)}>{titleOf(session)}</h1>
        <span className={styles['state']} data-situation={situation}>
          <SessionWhy id={id} situation={situation} read={session} className={styles['why'] ?? ''}>
            <Glyph situation={situation} />
            <span className={styles['words']}>{situationWords(situation)}</span>
          </SessionWhy>
          <Age since={session.situation_since} className="num" />
        </span>
        {branch !== null && (
          <span className={styles['branch']} title={branch}>
            <GitBranch size={12} aria-hidden />
            <span>{branch}</span>
          </span>
        )}
        <LaneChip session={id} />
        {session.status === 'active' && <MuteButton id={id} />}
        <LabelsButton session={session} />
        <button
          type="button"
          className={styles['expand']}
          aria-label={t('session:head.expand')}
          aria-expanded={!isCompact}
          onClick={onExpand}
        >
          <ChevronDown size={16} aria-hidden />
        </button>
        <ExportMenu session={session} agent={search.agent} />
      </div>
      <div className={styles['more']}>
        <Facts session={session} />
        <Labels session={session} />
        <Strip session={session} />
      </div>
      <Tabs id={id} tab={search.tab} />
    </header>
  )
}

function Facts({ session }: { session: Session }) {
  const t = useWords()
  const data = useSessionStats(session.id)
  const context = useContextShare(session.id)
  const elapsed = useTimed((now) =>
    sessionTime((session.ended_at === null ? now : Date.parse(session.ended_at)) - Date.parse(session.started_at)),
  )
  return (
    <ul className={styles['facts']} aria-label={t('session:head.facts')}>
      {/* The model names the tool too, and a phone has room for one of them. */}
      <li className={session.model === null ? undefined : styles['obvious']}>{toolOf(session.provider).name}</li>
      {session.model !== null && <li>{modelName(session.model)}</li>}
      {session.cost !== null && (
        <li>
          <b>
            {usd(session.cost)}
            <UnpricedSign names={unpricedNames(session.unpriced)} />
          </b>{' '}
          <span className={styles['obvious']}>{t('session:head.cost')}</span>
        </li>
      )}
      {data !== undefined && (
        <li data-fact="tokens">
          <b>
            <AllTokens of={data.tokens} />
          </b>{' '}
          {t('session:head.tokens')}
        </li>
      )}
      <li>
        <Tooltip content={t('session:head.started', { at: instant(session.started_at) })}>
          <span tabIndex={0}>
            <b>{elapsed}</b>{' '}
            <span className={styles['obvious']}>
              {t(session.ended_at === null ? 'session:head.elapsed' : 'session:head.duration')}
            </span>
          </span>
        </Tooltip>
      </li>
      {context !== undefined && (
        <li data-fact="context">
          <Tooltip content={context.title}>
            <span tabIndex={0}>
              <b>{context.words}</b> {t('session:head.context')}
            </span>
          </Tooltip>
        </li>
      )}
    </ul>
  )
}
