import { useMutation } from '@tanstack/react-query'
import { ListTree, WandSparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../../api/call.js'
import { advice } from '../../../../api/failure.js'
import { useWords } from '../../../../i18n/use-words.js'
import buttons from '../../../../kit/button.module.css'
import fields from '../../../../kit/field.module.css'
import { useKeys } from '../../../../kit/keys.js'
import { notify } from '../../../../kit/notices.js'
import { TurnCommits } from './turn-commits.js'
import styles from './uncommitted.module.css'
import type { UseGit } from './use-git.js'

interface CommitBoxProps {
  readonly id: string
  /** Files of which something is staged, and all files. */
  readonly staged: number
  readonly all: number
  readonly git: UseGit['git']
}

/** Commits what is staged, or everything if nothing is. */
export function CommitBox({ id, staged, all, git }: CommitBoxProps) {
  const t = useWords()
  const [message, setMessage] = useState('')
  const [isDividing, setDividing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const suggest = useMutation({
    mutationFn: () => call('POST /api/lanes/:id/git/commit-message', { params: { id } }),
    onSuccess: (answer) => setMessage(answer.message),
  })
  const canCommit = message.trim() !== '' && !git.isPending
  const commit = (): void => {
    if (!canCommit) return
    git.mutate(
      { action: 'commit', body: { message, ...(staged > 0 ? { only: 'staged' } : {}) } },
      {
        onSuccess: () => {
          notify(t('review:work.committed', { subject: message.split('\n', 1)[0] ?? '' }))
          setMessage('')
        },
      },
    )
  }
  useKeys({ c: () => field.current?.focus() })
  return (
    <>
      <form
        className={styles['commit']}
        onSubmit={(event) => {
          event.preventDefault()
          commit()
        }}
      >
        <div className={fields['field']}>
          <textarea
            ref={field}
            rows={3}
            aria-label={t('review:work.message')}
            placeholder={t('review:work.message')}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) commit()
            }}
          />
        </div>
        {suggest.error !== null && (
          <p role="alert" className="bad">
            {advice(suggest.error)}
          </p>
        )}
        <div>
          <button
            type="button"
            className={buttons['quiet']}
            disabled={staged === 0 || suggest.isPending}
            title={staged === 0 ? t('review:work.stageFirst') : undefined}
            onClick={() => suggest.mutate()}
          >
            <WandSparkles size={14} aria-hidden />
            {t(suggest.isPending ? 'review:work.suggesting' : 'review:work.suggest')}
          </button>
          <button type="submit" className={buttons['primary']} disabled={!canCommit}>
            {staged > 0 ? t('review:work.commitStaged', { count: staged }) : t('review:work.commitAll', { count: all })}{' '}
            <kbd>c</kbd>
          </button>
          <button type="button" className={buttons['quiet']} onClick={() => setDividing(true)}>
            <ListTree size={14} aria-hidden />
            {t('review:work.byTurn')}
          </button>
        </div>
      </form>
      {isDividing && <TurnCommits id={id} onClose={() => setDividing(false)} />}
    </>
  )
}
