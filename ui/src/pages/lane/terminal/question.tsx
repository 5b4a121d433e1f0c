import type { ReactNode, RefObject } from 'react'
import type { Pane, Session } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { AskCard } from '../../../kit/ask/ask-card.js'
import { useShownAsk } from '../../../kit/ask/use-shown-ask.js'
import cards from '../../../kit/ask/ask-card.module.css'
import buttons from '../../../kit/button.module.css'
import { Age } from '../../../kit/time.js'
import { useSession } from '../../../rows/rows.js'
import type { ScreenHandle } from './screen.js'
import styles from './terminal.module.css'

interface QuestionProps {
  readonly pane: Pane
  readonly screen: RefObject<ScreenHandle | null>
}

/** What the agent of the slot that is shown asks. */
export function Question({ pane, screen }: QuestionProps) {
  const session = useSession(pane.session_id ?? '')
  const { ask, isStill } = useShownAsk(pane.alive ? pane.ask : null)
  const waits = pane.alive && (pane.waiting !== null || session?.situation === 'needs_you')
  if (ask === null && !waits) return null
  const terminal = <OpenTerminal screen={screen} />
  return (
    <div className={styles['question']}>
      {ask === null ? (
        <WaitingCard pane={pane} session={session} terminal={terminal} />
      ) : (
        <AskCard key={ask.id} ask={ask} session={session} isStill={isStill} terminal={terminal} />
      )}
    </div>
  )
}

function OpenTerminal({ screen }: Pick<QuestionProps, 'screen'>) {
  const t = useWords()
  return (
    <button type="button" className={buttons['button']} onClick={() => screen.current?.focus()}>
      {t('lanes:question.open')}
    </button>
  )
}

interface WaitingCardProps {
  readonly pane: Pane
  readonly session: Session | undefined
  readonly terminal: ReactNode
}

/** An agent that waits, while it is not known what its screen shows. */
function WaitingCard({ pane: { slot, waiting }, session, terminal }: WaitingCardProps) {
  const t = useWords()
  return (
    <section className={cards['waiting']} aria-label={t('lanes:question.label')} data-question>
      <div className={cards['title']}>
        <h2>{t(`lanes:dialog.${waiting?.kind ?? 'other'}`)}</h2>
        {session?.situation === 'needs_you' && <Age since={session.situation_since} className="num" />}
      </div>
      <p>{waiting?.text ?? session?.headline?.text ?? ''}</p>
      <p className={cards['note']} role="status">
        {t('lanes:question.terminal', { slot })}
      </p>
      {terminal}
    </section>
  )
}
