import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { RemoteSource } from '../../../api/types.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'

const keptWords = (sessions: number): string =>
  sessions === 0 ? t('settings:machines.keepsNone') : t('settings:machines.keeps', { count: sessions })

/** Stops reading a machine; its sessions stay, unless they are to go too. */
export function DeleteMachine({ source, onClose }: { source: RemoteSource; onClose: () => void }) {
  useWords()
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
      title={t('settings:machines.sureToDelete', { name: label })}
      action={purge ? t('settings:machines.deleteAll', { count: session_count }) : t('settings:machines.deleteNow')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{purge ? t('settings:machines.purges', { count: session_count }) : keptWords(session_count)}</p>
      {session_count > 0 && (
        <label className="check">
          <input type="checkbox" checked={purge} onChange={(event) => setPurge(event.target.checked)} />{' '}
          {t('settings:machines.purge')}
        </label>
      )}
    </Confirm>
  )
}
