import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.js'
import { advice } from '../../../../api/failure.js'
import { useWords } from '../../../../i18n/use-words.js'
import buttons from '../../../../kit/button.module.css'
import { Confirm } from '../../../../kit/confirm.js'
import { notify } from '../../../../kit/notices.js'
import styles from './uncommitted.module.css'
import type { UseGit } from './use-git.js'

interface MergeBarProps {
  readonly id: string
  readonly conflicts: readonly string[]
  readonly git: UseGit['git']
}

/** A merge that stopped: its conflicts, and the ways out of it. */
export function MergeBar({ id, conflicts, git }: MergeBarProps) {
  const t = useWords()
  const [asks, setAsks] = useState(false)
  const ask = useMutation({
    mutationFn: () =>
      call('POST /api/lanes/:id/message', {
        params: { id },
        body: { text: t('review:work.merge.askText', { files: conflicts.slice(0, 50).join(', ') }) },
      }),
    onSuccess: () => notify(t('review:solve.asked')),
  })
  const hasConflicts = conflicts.length > 0
  return (
    <div className={styles['merge']} data-needs-user={hasConflicts || undefined}>
      <p>
        {hasConflicts ? t('review:work.merge.conflicts', { count: conflicts.length }) : t('review:work.merge.resolved')}
      </p>
      {ask.error !== null && (
        <span role="alert" className="bad">
          {advice(ask.error)}
        </span>
      )}
      {hasConflicts && (
        <button type="button" className={buttons['button']} disabled={ask.isPending} onClick={() => ask.mutate()}>
          {t('review:solve.resolve')}
        </button>
      )}
      <button type="button" className={buttons['button']} disabled={git.isPending} onClick={() => setAsks(true)}>
        {t('review:work.merge.abort')}
      </button>
      <button
        type="button"
        className={buttons['primary']}
        disabled={git.isPending || hasConflicts}
        onClick={() =>
          git.mutate(
            { action: 'merge-commit', body: {} },
            { onSuccess: () => notify(t('review:work.merge.committed')) },
          )
        }
      >
        {t('review:work.merge.commit')}
      </button>
      {asks && (
        <Confirm
          title={t('review:work.merge.abortTitle')}
          action={t('review:work.merge.abortAction')}
          busy={git.isPending}
          error={undefined}
          onConfirm={() =>
            git.mutate({ action: 'merge-abort', body: { confirm: true } }, { onSettled: () => setAsks(false) })
          }
          onClose={() => setAsks(false)}
        >
          <p>{t('review:work.merge.abortWhat')}</p>
        </Confirm>
      )}
    </div>
  )
}
