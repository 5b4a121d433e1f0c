import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { commentsQuery } from './queries.js'
import styles from './comments.module.css'
import type { Block } from './segments.js'

export type Comment = RouteAnswer<'GET /api/lanes/:id/comments'>['comments'][number]

/** Where a comment is written. */
export interface CommentPlace {
  readonly path: string
  readonly block: Block
  readonly quote: string
}

const NONE: readonly Comment[] = []

/** The comments on a lane. */
export const useComments = (id: string): readonly Comment[] => useQuery(commentsQuery(id)).data?.comments ?? NONE

/** Runs a change of the comments of a lane and reads them again. */
function useChange<V>(id: string, change: (value: V) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: commentsQuery(id).queryKey }),
  })
}

/** Sends the drafts of a lane to its agent. */
export const useSendComments = (id: string) =>
  useChange(id, () => call('POST /api/lanes/:id/comments/send', { params: { id }, body: {} }))

/** The field for a new comment. */
export function NewComment({ id, place, onClose }: { id: string; place: CommentPlace; onClose: () => void }) {
  const t = useWords()
  const [text, setText] = useState('')
  const add = useChange(id, () => {
    const { path, block, quote } = place
    const isOld = block.added === 0
    const line = isOld ? block.old_start : block.new_start
    const count = isOld ? block.removed : block.added
    const lines =
      count === 0 ? {} : { line, end_line: line + count - 1, side: isOld ? ('old' as const) : ('new' as const) }
    return call('POST /api/lanes/:id/comments', {
      params: { id },
      body: { path, ...lines, quote: quote === '' ? null : quote, text, block: block.hash },
    })
  })
  const save = (): void => {
    if (text.trim() !== '') add.mutate(undefined, { onSuccess: onClose })
  }
  return (
    <form
      className={styles['new']}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <textarea
        autoFocus
        rows={3}
        aria-label={t('review:comment.label')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.shiftKey) save()
        }}
      />
      {add.error !== null && (
        <p role="alert" className="bad">
          {advice(add.error)}
        </p>
      )}
      <button type="submit" className={buttons['button']} disabled={add.isPending || text.trim() === ''}>
        {t('review:comment.add')} <kbd>{t('review:comment.key')}</kbd>
      </button>
      <button type="button" className={buttons['quiet']} onClick={onClose}>
        {t('cancel')}
      </button>
    </form>
  )
}

/** A comment below the lines that it is about. */
export function CommentNote({ id, comment, isChanged }: { id: string; comment: Comment; isChanged: boolean }) {
  const t = useWords()
  const params = { id, comment: comment.id }
  const remove = useChange(id, () => call('DELETE /api/lanes/:id/comments/:comment', { params }))
  const resolve = useChange(id, () =>
    call('PATCH /api/lanes/:id/comments/:comment', { params, body: { resolved: comment.state !== 'resolved' } }),
  )
  const { state, text } = comment
  return (
    <div className={styles['comment']} data-comment={state}>
      <span className={styles['state']}>
        {t(`review:comment.${state}`)}
        {isChanged && state === 'sent' && `, ${t('review:comment.changed')}`}
      </span>
      <p>{text}</p>
      {state !== 'draft' && (
        <button
          type="button"
          className={buttons['quiet']}
          aria-pressed={state === 'resolved'}
          onClick={() => resolve.mutate(undefined)}
        >
          <Check size={13} aria-hidden />
          {t('review:comment.resolve')}
        </button>
      )}
      {state === 'draft' && (
        <button
          type="button"
          className={buttons['quiet']}
          aria-label={t('review:comment.delete')}
          onClick={() => remove.mutate(undefined)}
        >
          <Trash2 size={13} aria-hidden />
        </button>
      )}
    </div>
  )
}
