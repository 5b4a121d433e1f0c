import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { advice, Failure } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import notes from '../../../kit/note.module.css'
import styles from './review.module.css'

/** Why a part of the lane cannot be shown, in its place, with what else can be, and what to do about it. */
export function Problem({ error, lane, ranges }: { error: Error; lane?: string; ranges?: ReactNode }) {
  const t = useWords()
  const hasNoBase = error instanceof Failure && error.code === 'ENOBASE'
  const note = (
    <div className={notes['note']} data-note role="alert">
      <p>{hasNoBase ? t('review:base.missing', { reason: error.message }) : advice(error)}</p>
      {hasNoBase && lane !== undefined && (
        <Link to="/lanes/$lane" params={{ lane }} search={{ tab: 'settings' }} className={buttons['button']}>
          {t('review:base.choose')}
        </Link>
      )}
    </div>
  )
  if (ranges === undefined) return note
  return (
    <div className={styles['tab']}>
      <div className={styles['bar']}>{ranges}</div>
      {note}
    </div>
  )
}
