import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { plural } from '../../../format/format.js'
import { Confirm } from '../../../kit/confirm.js'

interface ClearAllProps {
  readonly counts: Readonly<Record<string, number>>
  readonly onClose: () => void
}

/** Deletes every session, once it was said what goes and what stays. */
export function ClearAll({ counts, onClose }: ClearAllProps) {
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
      title="Delete all sessions for good?"
      action="Delete all sessions"
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {plural(counts['sessions'] ?? 0, 'session')} with {plural(counts['events'] ?? 0, 'event')} will be gone. Pricing
      and alert rules, webhooks and remote sources stay. This cannot be undone.
    </Confirm>
  )
}
