import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'

interface ClearAllProps {
  readonly counts: Readonly<Record<string, number>>
  readonly onClose: () => void
}

/** Deletes every session, once it was said what goes and what stays. */
export function ClearAll({ counts, onClose }: ClearAllProps) {
  const t = useWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/settings/clear-data'),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Confirm
      title={t('settings:data.clear.sure')}
      action={t('settings:data.clear.title')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {t('settings:data.clear.facts', {
        count: counts['sessions'] ?? 0,
        events: t('settings:data.withEvents', { count: counts['events'] ?? 0 }),
      })}
    </Confirm>
  )
}
