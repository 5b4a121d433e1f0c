import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Webhook } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'

/** Deletes a webhook, once it was said what goes with it. */
export function DeleteWebhook({ target, onClose }: { target: Webhook; onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/webhooks/:id', { params: { id: target.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.webhooks })
      onClose()
    },
  })
  return (
    <Confirm
      title={t('sureToDelete', { name: target.name })}
      action={t('alerts:webhooks.deleteNow')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {t('alerts:webhooks.deleteSays')}
    </Confirm>
  )
}
