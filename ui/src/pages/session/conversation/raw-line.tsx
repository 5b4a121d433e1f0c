import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { transcriptLineQuery } from '../queries.js'
import { advice } from '../../../api/failure.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { exactCount } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import styles from './raw-line.module.css'
import { Whose } from './whose.js'

/** A line of the transcript as it was written. */
export function RawLine({ line }: { line: number }) {
  const t = useWords()
  const { id, agent } = use(Whose)
  const { data, error } = useQuery(transcriptLineQuery(id, agent, line))
  return (
    <div className={styles['line']}>
      <p className="faint">
        <Trans
          i18nKey={data?.cut === true ? 'session:line.ofCut' : 'session:line.of'}
          values={{ line: exactCount(line) }}
          components={{ n: <span className="num" /> }}
        />
        {data !== undefined && <CopyButton text={data.json} words={t('copy')} />}
      </p>
      {error !== null && <p role="alert">{advice(error)}</p>}
      <pre tabIndex={0} aria-busy={data === undefined && error === null}>
        {data?.json}
      </pre>
    </div>
  )
}
