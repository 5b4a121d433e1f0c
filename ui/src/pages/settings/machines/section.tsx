import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { RemoteSource } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Page } from '../../../kit/page.js'
import { SettingSection } from '../../../kit/setting-row.js'
import { Unread } from '../../../kit/unread.js'
import { MachineDialog } from './machine-dialog.js'
import { MachineRow } from './machine-row.js'
import styles from './machines.module.css'
import { sourcesQuery } from './queries.js'
import { useDeleteMachine } from './use-delete-machine.js'

/** The machine that is edited; none to add one. */
interface Edited {
  readonly source?: RemoteSource
}

/** The other machines whose transcripts are read over SSH. */
export function MachinesSection() {
  const t = useWords()
  const queries = useQueryClient()
  const { data: sources, error } = useQuery(sourcesQuery)
  const [edited, setEdited] = useState<Edited>()
  const deletion = useDeleteMachine()
  const syncAll = useMutation({
    mutationFn: () => call('POST /api/remote-sources/sync-all'),
    onMutate: () => void queries.invalidateQueries({ queryKey: keys.sources }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.sources }),
  })
  if (sources === undefined) return <Unread error={error} />
  return (
    <Page
      title={t('pages.machines')}
      isNarrow
      actions={
        <>
          {sources.some(({ enabled }) => enabled) && (
            <button
              type="button"
              className={buttons['button']}
              disabled={syncAll.isPending}
              onClick={() => syncAll.mutate()}
            >
              {t('settings:machines.syncAll')}
            </button>
          )}
          <button type="button" className={buttons['primary']} onClick={() => setEdited({})}>
            <Plus size={14} aria-hidden />
            {t('settings:machines.add')}
          </button>
        </>
      }
    >
      <SettingSection>
        {syncAll.error !== null && (
          <p role="alert" className="bad">
            {advice(syncAll.error)}
          </p>
        )}
        {sources.length === 0 && <p className={styles['none']}>{t('settings:machines.none')}</p>}
        {sources.map((source) => (
          <MachineRow
            key={source.id}
            source={source}
            onEdit={() => setEdited({ source })}
            onDelete={() => deletion.ask(source)}
          />
        ))}
      </SettingSection>
      {edited !== undefined && <MachineDialog source={edited.source} onClose={() => setEdited(undefined)} />}
      {deletion.dialog}
    </Page>
  )
}
