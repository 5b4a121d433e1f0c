import { Check, Copy } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionStripQuery } from './queries.js'
import { toolOf } from '../../api/tools.js'
import type { Session } from '../../api/types.js'
import { lastPart, modelName, moment, sessionTime } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Tooltip } from '../../kit/tooltip.js'
import { useTimed } from '../../live/clock.js'
import styles from './details.module.css'
import { resumeCommand } from '../../kit/resume-command.js'

/** Where and when the session runs, each fact with a button that copies it. */
export function Details({ session }: { session: Session }) {
  const t = useWords()
  const { cwd, git_branch: branch, transcript_path: transcript, model, last_activity: last } = session
  const started = useTimed((now) => moment(session.started_at, now))
  const active = useTimed((now) => (last === null ? '' : moment(last, now)))
  const process = session.process_alive
  return (
    <section>
      <h2 className={styles['title']}>{t('session:details.title')}</h2>
      <dl className={styles['list']}>
        <Detail name={t('session:details.id')} text={session.id} isCode />
        <Detail name={t('session:details.resume')} text={resumeCommand(session)} isCode />
        {cwd !== null && <Detail name={t('session:details.directory')} text={cwd} isCode />}
        {branch !== null && <Detail name={t('session:details.branch')} text={branch} isCode />}
        {transcript !== null && (
          <Detail name={t('session:details.transcript')} text={lastPart(transcript)} copies={transcript} isCode />
        )}
        {process !== null && (
          <Detail name={t('session:details.process')} text={t(process ? 'why.alive' : 'why.gone')} copies={null} />
        )}
        <Detail name={t('session:details.started')} text={started} copies={session.started_at} />
        {last !== null && <Detail name={t('session:details.lastActivity')} text={active} copies={last} />}
        <ActiveTime session={session} />
        {model !== null && <Detail name={t('session:details.model')} text={modelName(model)} copies={model} />}
        <Detail name={t('session:details.cli')} text={toolOf(session.provider).name} copies={null} />
        {session.source !== 'local' && <Detail name={t('session:details.source')} text={session.source} />}
      </dl>
    </section>
  )
}

/** The time in which the agent worked, of the time since the session started. */
function ActiveTime({ session: { id, started_at: started, ended_at: ended } }: { session: Session }) {
  const t = useWords()
  const { data } = useQuery(sessionStripQuery(id))
  const whole = useTimed((now) => sessionTime((ended === null ? now : Date.parse(ended)) - Date.parse(started)))
  if (data === undefined || data.active_ms === 0) return null
  const text = t('session:details.activeOf', { active: sessionTime(data.active_ms), whole })
  return <Detail name={t('session:details.active')} text={text} copies={null} />
}

interface DetailProps {
  readonly name: string
  readonly text: string
  /** What is copied, if that is not the text; null if there is nothing to copy. */
  readonly copies?: string | null
  readonly isCode?: boolean
}

function Detail({ name, text, copies = text, isCode = false }: DetailProps) {
  const t = useWords()
  const [isCopied, setCopied] = useState(false)
  const copy = async (value: string): Promise<void> => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  const label = isCopied ? t('copied') : t('session:details.copy', { name })
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={isCode ? 'mono' : undefined} title={copies ?? text}>
          {text}
        </span>
        {copies !== null && isSecureContext && (
          <Tooltip content={label}>
            <button
              type="button"
              aria-label={label}
              data-copied={isCopied}
              onClick={() => void copy(copies)}
              onBlur={() => setCopied(false)}
            >
              {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
            </button>
          </Tooltip>
        )}
      </dd>
    </div>
  )
}
