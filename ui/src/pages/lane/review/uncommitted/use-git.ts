import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../../api/call.js'
import { advice } from '../../../../api/failure.js'
import { keys } from '../../../../api/queries.js'
import { useWords } from '../../../../i18n/use-words.js'
import { notify } from '../../../../kit/notices.js'

interface GitWrite {
  readonly action: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Runs actions on the repository of a lane. All that is shown of the lane is read again. */
export function useGit(id: string) {
  const queries = useQueryClient()
  const t = useWords()
  const reread = () => queries.invalidateQueries({ queryKey: [...keys.lanes, id] })
  const send = ({ action, body }: GitWrite) => call('POST /api/lanes/:id/git/:action', { params: { id, action }, body })
  const git = useMutation({ mutationFn: send, onSettled: reread })

  // The toast outlives the page.
  const restore = async (kept: string, name: string): Promise<void> => {
    try {
      const { changed = [] } = await send({ action: 'restore', body: { id: kept } })
      notify(
        changed.length === 0
          ? t('review:work.restored', { name })
          : t('review:work.notRestored', { files: changed.slice(0, 3).join(', ') }),
      )
    } catch (error) {
      notify(advice(error))
    }
    await reread()
  }

  /** Discards changes, and offers to restore them. */
  const discard = (action: 'discard' | 'discard-hunk', name: string, body: GitWrite['body']): void =>
    git.mutate(
      { action, body: { ...body, confirm: true } },
      {
        onSuccess: ({ restore: kept }) =>
          kept == null
            ? notify(t('review:work.lost', { name }))
            : notify(t('review:work.discarded', { name }), {
                label: t('review:work.restore'),
                run: () => void restore(kept.id, name),
              }),
      },
    )
  return { git, discard }
}

export type UseGit = ReturnType<typeof useGit>
