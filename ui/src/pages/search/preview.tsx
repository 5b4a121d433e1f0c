import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { advice } from '../../api/failure.js'
import type { Message, SpokenHit } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { ProjectLink } from '../../kit/project-link.js'
import { SenderIcon, senderWords } from '../../kit/sender.js'
import { titleOf } from '../../kit/session-label.js'
import { Moment } from '../../kit/time.js'
import { argumentOf } from '../../kit/tool-argument.js'
import { unmarked } from '../../kit/unmarked.js'
import { within } from '../../kit/within.js'
import { placeOfHit } from './place.js'
import { aroundQuery } from './query.js'
import styles from './preview.module.css'
import { Snippet } from './snippet.js'

const CHARACTERS = 500

/** The messages around the selected hit. */
export function Preview({ hit, words }: { hit: SpokenHit; words: string }) {
  const t = useWords()
  const { session_id: id, agent_id: agent, line, session_cwd: cwd, session_project: project } = hit
  const { data, error } = useQuery(aroundQuery(id, agent, line))
  const messages = (data?.messages ?? []).filter(isShown)
  const turns = useRef<HTMLDivElement>(null)
  // Not `scrollIntoView`, which would scroll the page as well.
  useLayoutEffect(() => {
    const list = turns.current
    const current = list?.querySelector<HTMLElement>('[data-current="true"]')
    if (list == null || current == null) return
    const top = current.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop
    list.scrollTop = top - (list.clientHeight - current.clientHeight) / 2
  }, [id, agent, line, messages.length])
  return (
    <aside className={styles['panel']} aria-label={t('search:preview')}>
      <header>
        <h2>{titleOf({ id, name: hit.session_name })}</h2>
        <p>
          {project !== null && <ProjectLink cwd={project} className={styles['project']} />}{' '}
          <Moment at={hit.timestamp} />
        </p>
      </header>
      <div ref={turns} className={styles['turns']}>
        {error !== null && <p className="faint">{advice(error)}</p>}
        {messages.map((message) => (
          <Turn key={message.line} message={message} directory={cwd} hit={message.line === line ? hit : undefined} />
        ))}
      </div>
      <footer>
        <Link to="/sessions/$id" params={{ id }} search={placeOfHit(hit, words)} className={buttons['primary']}>
          {t('search:open')}
        </Link>
      </footer>
    </aside>
  )
}

const isShown = ({ content }: Message): boolean =>
  content.some((block) => (block.type === 'text' && block.text?.trim()) || block.type === 'tool_use')

interface TurnProps {
  readonly message: Message
  readonly directory: string | null
  readonly hit: SpokenHit | undefined
}

function Turn({ message: { sender, timestamp, content }, directory, hit }: TurnProps) {
  return (
    <div className={styles['turn']} data-current={hit !== undefined}>
      <SenderIcon sender={sender} />
      <p className={styles['by']}>
        <b>{senderWords(sender)}</b> {timestamp !== null && <Moment at={timestamp} />}
      </p>
      {hit !== undefined && hit.snippet.text !== '' ? (
        <p>
          <Snippet snippet={hit.snippet} directory={directory} />
        </p>
      ) : (
        content.map((block, index) =>
          block.type === 'text' && block.text ? (
            <p key={index}>{unmarked(block.text).slice(0, CHARACTERS)}</p>
          ) : block.type === 'tool_use' ? (
            <p key={index} className={styles['call']}>
              <span>{block.name}</span> {within(directory, argumentOf(block.input))}
            </p>
          ) : null,
        )
      )}
    </div>
  )
}
