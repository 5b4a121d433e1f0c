import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import type { Decision } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { notify } from '../../kit/notices.js'

/** Where a decision is made; the terminal of the lane by default. */
const TAB: Partial<Record<Decision['kind'], 'changes' | 'land'>> = {
  conflict: 'land',
  review: 'changes',
  land: 'land',
}

/** The next action of a lane, as a button. */
export function NextAction({ lane, decision: { kind, lane: place, title } }: { lane: string; decision: Decision }) {
  const t = useWords()
  const retry = useMutation({
    mutationFn: (slot: number) => call('POST /api/lanes/:id/retry', { params: { id: lane }, body: { slot } }),
    onSuccess: () => notify(t('lanes:next.retried', { name: title })),
    onError: (error) => notify(advice(error)),
  })
  if (kind === 'budget') return null
  const slot = place?.slot
  if (kind === 'failed' && typeof slot === 'number')
    return (
      <button
        type="button"
        className={buttons['button']}
        disabled={retry.isPending}
        onClick={() => retry.mutate(slot)}
        data-next
      >
        {t('lanes:next.failed')}
      </button>
    )
  const tab = TAB[kind]
  return (
    <Link
      to="/lanes/$lane"
      params={{ lane }}
      search={tab === undefined ? {} : { tab }}
      className={buttons['button']}
      data-next
    >
      {t(kind === 'failed' ? 'lanes:next.look' : `lanes:next.${kind}`)}
    </Link>
  )
}
