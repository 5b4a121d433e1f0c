import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import { Select } from '../../../kit/select.js'
import { linesOf, passagesOf } from './log-lines.js'
import { logQuery } from './queries.js'
import styles from './stack.module.css'

interface LogProps {
  readonly id: string
  readonly service: string
  readonly services: readonly string[]
  readonly onChoose: (service: string) => void
}

const NEAR_END_PX = 24

/** The end of a log. It follows what is written, unless the reader has scrolled up. */
export function Log({ id, service, services, onChoose }: LogProps) {
  const t = useWords()
  const { data } = useQuery(logQuery(id, service))
  const text = data?.available === true ? data.text : ''
  const box = useRef<HTMLPreElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    const { current } = box
    if (current !== null && follows.current) current.scrollTop = current.scrollHeight
  }, [text])
  const name = services.includes(service) ? service : services[0]
  return (
    <section className={styles['log']}>
      <header>
        <h3>{t('stack:log.title')}</h3>
        <Select
          label={t('stack:log.service')}
          value={name}
          options={services.map((one) => ({ value: one, label: one }))}
          onChange={(next) => {
            follows.current = true
            onChoose(next)
          }}
        />
        {data?.available === true && data.truncated && <span className="faint">{t('stack:log.cut')}</span>}
      </header>
      <pre
        ref={box}
        tabIndex={0}
        aria-label={t('stack:log.of', { name: service })}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
        }}
      >
        {text === ''
          ? t('stack:log.empty')
          : passagesOf(linesOf(text)).map((passage, at) => (
              <span key={at} data-failure={passage.isFailure || undefined}>
                {passage.text}
              </span>
            ))}
      </pre>
    </section>
  )
}
