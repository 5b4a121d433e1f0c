import { useMutation } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { notify } from '../../../kit/notices.js'

/** Asks the agent of the lane to take images; absent while none runs. */
export function RequestButton({ lane }: { readonly lane: Lane }) {
  const t = useWords()
  const send = useMutation({
    mutationFn: () =>
      call('POST /api/lanes/:id/message', { params: { id: String(lane.id) }, body: { text: t('proof:request.text') } }),
    onSuccess: () => notify(t('proof:request.sent')),
    onError: (error) => notify(advice(error)),
  })
  if (!lane.panes.some(({ alive, tool }) => alive && tool !== null)) return null
  return (
    <button type="button" className={buttons['button']} disabled={send.isPending} onClick={() => send.mutate()}>
      {t('proof:request.button')}
    </button>
  )
}
