import { Link } from '@tanstack/react-router'
import { toolOf } from '../../api/tools.js'
import type { Session } from '../../api/types.js'
import { duration, instant, lastPart, modelName, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { AllTokens } from '../../kit/amount.js'
import { Glyph } from '../../kit/glyph.js'
import { MuteButton } from '../../kit/mute-button.js'
import { titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import { useContextShare } from '../../kit/use-context-share.js'
import { SessionWhy } from '../../kit/session-why.js'
import { useTimed } from '../../live/clock.js'
import { useSessionStats } from '../../live/use-session-stats.js'
import type { Tab } from './search.js'
import { Tabs } from './tabs.js'

/** What the session is called, how it stands, what it used; the way to its parts. */
export function Header({ session, tab }: { session: Session; tab: Tab | undefined }) {
  const t = useWords()
  return (
    <header className="head">
      <nav className="crumb" aria-label={t('session:head.crumb')}>
        <Link to="/sessions">{t('pages.sessions')}</Link>
        {session.cwd !== null && (
          <>
            <span aria-hidden>/</span>
            <Link to="/sessions" search={{ cwd: session.cwd }} title={session.cwd}>
              {lastPart(session.cwd)}
            </Link>
          </>
        )}
      </nav>
      <div className="line">
        <div className="title">
          <h1>{titleOf(session)}</h1>
          <SessionWhy id={session.id} situation={session.situation} read={session} className="chip soft state">
            <Glyph situation={session.situation} />
            {situationWords(session.situation)}
          </SessionWhy>
          {session.model !== null && <span className="chip soft">{modelName(session.model)}</span>}
          {session.provider === 'codex' && <span className="chip soft">{toolOf(session.provider).name}</span>}
          {session.status === 'active' && <MuteButton id={session.id} />}
        </div>
        <Figures session={session} />
      </div>
      <Tabs id={session.id} tab={tab} />
    </header>
  )
}

function Figures({ session }: { session: Session }) {
  const t = useWords()
  const data = useSessionStats(session.id)
  const context = useContextShare(session.id)
  const elapsed = useTimed((now) =>
    duration((session.ended_at === null ? now : Date.parse(session.ended_at)) - Date.parse(session.started_at)),
  )
  return (
    <dl className="stats num">
      {session.cost !== null && (
        <div>
          <dt>{t('session:head.cost')}</dt>
          <dd>
            {usd(session.cost)}
            <UnpricedSign names={unpricedNames(session.unpriced)} />
          </dd>
        </div>
      )}
      {data !== undefined && (
        <div>
          <dt>{t('session:head.tokens')}</dt>
          <dd>
            <AllTokens of={data.tokens} />
          </dd>
        </div>
      )}
      {context !== undefined && (
        <div title={t('session:head.contextTitle', { share: context.words, title: context.title })}>
          <dt>{t('session:head.context')}</dt>
          <dd>{context.words}</dd>
        </div>
      )}
      <div title={t('session:head.started', { at: instant(session.started_at) })}>
        <dt>{t(session.ended_at === null ? 'session:head.soFar' : 'session:head.whole')}</dt>
        <dd>{elapsed}</dd>
      </div>
    </dl>
  )
}
