import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { RemoteSource } from '../../../api/types.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Unread } from '../../../kit/unread.js'
import { DeleteSource } from './delete-source.js'
import { sourcesQuery } from './queries.js'
import { SourceDialog } from './source-dialog.js'
import { SourceRow } from './source-row.js'

type Asked =
  | { readonly kind: 'edit'; readonly source?: RemoteSource }
  | { readonly kind: 'delete'; readonly source: RemoteSource }

/** The other machines whose transcripts are read. */
export function SourcesSection() {
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
        <h2 id="sources-title">{t('config:sources.title')}</h2>
        <p className="says">{t('config:sources.says')}</p>
        <div className="buttons">
          {sources.some(({ enabled }) => enabled) && (
            <button type="button" className="btn" disabled={syncAll.isPending} onClick={() => syncAll.mutate()}>
              {t('config:sources.syncAll')}
            </button>
          )}
          <button type="button" className="btn primary" onClick={() => setAsked({ kind: 'edit' })}>
            {t('config:sources.add')}
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
          <Trans i18nKey="config:sources.none" components={{ ssh: <span className="mono" /> }} />
        </p>
      )}
      {sources.map((source) => (
        <SourceRow
          key={source.id}
          source={source}
          onEdit={() => setAsked({ kind: 'edit', source })}
          onDelete={() => setAsked({ kind: 'delete', source })}
        />
      ))}
      {asked?.kind === 'edit' && <SourceDialog source={asked.source} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteSource source={asked.source} onClose={close} />}
    </section>
  )
}
