import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import type { RemoteSource } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import checks from '../../../kit/check.module.css'
import { useDelete } from '../../../kit/use-delete.js'

/** Deletes a machine. Its sessions are kept unless the user deletes them too. */
export function useDeleteMachine() {
  const t = useWords()
  const queries = useQueryClient()
  const [purge, setPurge] = useState(false)
  const { ask, dialog } = useDelete<RemoteSource>({
    title: ({ label }) => t('settings:machines.sureToDelete', { name: label }),
    action: ({ session_count: count }) =>
      purge ? t('settings:machines.deleteAll', { count }) : t('settings:machines.deleteNow'),
    says: ({ session_count: count }) => (
      <>
        <p>
          {purge
            ? t('settings:machines.purges', { count })
            : count === 0
              ? t('settings:machines.keepsNone')
              : t('settings:machines.keeps', { count })}
        </p>
        {count > 0 && (
          <label className={checks['check']}>
            <input type="checkbox" checked={purge} onChange={(event) => setPurge(event.target.checked)} />{' '}
            {t('settings:machines.purge')}
          </label>
        )}
      </>
    ),
    run: ({ id }) => call('DELETE /api/remote-sources/:id', { params: { id }, query: purge ? { purge: true } : {} }),
    done: ({ label }) => t('settings:machines.deleted', { name: label }),
    onChanged: () => void queries.invalidateQueries(),
  })
  return {
    ask: (source: RemoteSource): void => {
      setPurge(false)
      ask(source)
    },
    dialog,
  }
}
