import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n/use-words.js'
import { importWords } from '../../kit/import-words.js'
import { ProgressBar } from '../../kit/progress-bar.js'
import { useImport } from '../../live/use-import.js'
import styles from './first-steps.module.css'
import { HooksStep } from './hooks-step.js'
import { useHooks } from './use-hooks.js'

/** The steps to see the first agent. Each one gets a check mark when it is done. */
export function FirstSteps() {
  const t = useWords()
  const progress = useImport()
  const { installed } = useHooks()
  return (
    <div className={styles['first']}>
      <h1>{t('now:first.title')}</h1>
      <p className={styles['lead']}>{t('now:first.lead')}</p>
      <ol className={styles['steps']}>
        <Step number={1} title={t('now:first.hooks')} isDone={installed}>
          <HooksStep />
        </Step>
        <Step number={2} title={t('now:first.history')} isDone={progress?.phase === 'complete'}>
          {progress === null ? (
            <p>{t('now:first.background')}</p>
          ) : (
            <>
              <p>{importWords(progress)}</p>
              <ProgressBar label={t('import.label')} done={progress.bytes_processed} total={progress.bytes_total} />
            </>
          )}
        </Step>
      </ol>
    </div>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly children: ReactNode
}

function Step({ number, title, isDone, children }: StepProps) {
  const t = useWords()
  return (
    <li className={styles['step']} data-done={isDone}>
      <span className={styles['mark']}>
        {isDone ? <Check size={15} role="img" aria-label={t('now:first.done')} /> : number}
      </span>
      <div className={styles['body']}>
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  )
}
