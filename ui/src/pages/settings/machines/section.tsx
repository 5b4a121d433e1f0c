import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { RemoteSource } from '../../../api/types.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Unread } from '../../../kit/unread.js'
import { DeleteMachine } from './delete-machine.js'
import { sourcesQuery } from './queries.js'
import { MachineDialog } from './machine-dialog.js'
import { MachineRow } from './machine-row.js'

type Asked =
  | { readonly kind: 'edit'; readonly source?: RemoteSource }
  | { readonly kind: 'delete'; readonly source: RemoteSource }

/** The other machines whose transcripts are read. */
export function MachinesSection() {
  const t = useWords()
  const queries = useQueryClient()
  const { data: sources, error } = useQuery(sourcesQuery)
  const [asked, setAsked] = useState<Asked>()
  const syncAll = useMutation({
    mutationFn: () => call('POST /api/remote-sources/sync-all'),
    onMutate: () => void queries.invalidateQueries({ queryKey: keys.sources }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.sources }),
  })
  if (sources === undefined) return <Unread error={error} />
  const close = (): void => setAsked(undefined)
  return (
    <section className="setting" aria-labelledby="sources-title">
      <div className="setting-head">
        <h2 id="sources-title">{t('settings:machines.title')}</h2>
        <p className="says">{t('settings:machines.says')}</p>
        <div className="buttons">
          {sources.some(({ enabled }) => enabled) && (
            <button type="button" className="btn" disabled={syncAll.isPending} onClick={() => syncAll.mutate()}>
              {t('settings:machines.syncAll')}
            </button>
          )}
          <button type="button" className="btn primary" onClick={() => setAsked({ kind: 'edit' })}>
            {t('settings:machines.add')}
          </button>
        </div>
      </div>
      {syncAll.error !== null && (
        <p role="alert" className="bad">
          {advice(syncAll.error)}
        </p>
      )}
      {sources.length === 0 && (
        <p className="empty">
          <Trans i18nKey="settings:machines.none" components={{ ssh: <span className="mono" /> }} />
        </p>
      )}
      {sources.map((source) => (
        <MachineRow
          key={source.id}
          source={source}
          onEdit={() => setAsked({ kind: 'edit', source })}
          onDelete={() => setAsked({ kind: 'delete', source })}
        />
      ))}
      {asked?.kind === 'edit' && <MachineDialog source={asked.source} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteMachine source={asked.source} onClose={close} />}
    </section>
  )
}
