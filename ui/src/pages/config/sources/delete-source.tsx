import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { RemoteSource } from '../../../api/types.js'
import { plural } from '../../../format/format.js'
import { Confirm } from '../../../kit/confirm.js'

const keptWords = (sessions: number): string =>
  sessions === 0
    ? 'It has no sessions here.'
    : `${plural(sessions, 'session stays', 'sessions stay')} and can still be read.`

/** Stops reading a machine; its sessions stay, unless they are to go too. */
export function DeleteSource({ source, onClose }: { source: RemoteSource; onClose: () => void }) {
  const queries = useQueryClient()
  const [purge, setPurge] = useState(false)
  const { id, label, session_count } = source
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/remote-sources/:id', { params: { id }, query: purge ? { purge: true } : {} }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Confirm
      title={`Stop reading ${label}?`}
      action={purge ? `Delete it and ${plural(session_count, 'session')}` : 'Delete the source'}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>
        {purge
          ? `${plural(session_count, 'session')} with their events, costs and conversations will be gone for good here.`
          : keptWords(session_count)}{' '}
        Nothing changes on the other machine.
      </p>
      {session_count > 0 && (
        <label className="check">
          <input type="checkbox" checked={purge} onChange={(event) => setPurge(event.target.checked)} /> Delete its
          sessions too
        </label>
      )}
    </Confirm>
  )
}
