import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { laneTitle } from '../../../kit/lane-title.js'
import { notify } from '../../../kit/notices.js'

/** Puts a lane away, or takes it back. */
export function ArchiveButton({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  const params = { id: String(lane.id) }
  const isArchived = lane.archived_at !== null
  const archive = useMutation({
    mutationFn: () =>
      isArchived ? call('DELETE /api/lanes/:id/archive', { params }) : call('POST /api/lanes/:id/archive', { params }),
    onSuccess: () => notify(t(isArchived ? 'archive:taken' : 'archive:done', { name: laneTitle(lane) })),
    onError: (error) => notify(advice(error)),
  })
  return (
    <button type="button" className={buttons['button']} disabled={archive.isPending} onClick={() => archive.mutate()}>
      {t(isArchived ? 'archive:takeBack' : 'archive:button')}
    </button>
  )
}
