import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCaller } from '../../../api/caller.js'
import type { Provider } from '../../../api/tools.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Confirm } from '../../../kit/confirm.js'
import { Page } from '../../../kit/page.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { Unread } from '../../../kit/unread.js'
import { DropZone } from './drop-zone.js'
import { FolderForm } from './folder-form.js'
import { Guide } from './guide.js'
import { ImportOutcome } from './import-outcome.js'
import { guideQuery } from './queries.js'
import { RestoreBackup } from './restore-backup.js'
import { useImporting } from './use-importing.js'

/** Imports history: of this machine, of other machines, and from a backup. Members and analysts import only what they send. */
export function ImportSection() {
  const t = useWords()
  const importing = useImporting()
  const [confirming, setConfirming] = useState(false)
  const [provider, setProvider] = useState<Provider>('claude')
  const caller = useCaller()
  const isAdmin = caller === undefined || caller.role === 'admin'
  const hasGuide = caller?.role !== 'member'
  const { data: guide, error } = useQuery({ ...guideQuery(provider), enabled: hasGuide })
  if (hasGuide && guide === undefined) return <Unread error={error} />
  const { start, isRunning } = importing
  return (
    <Page title={t('pages.import')} isNarrow>
      {isAdmin && (
        <SettingSection title={t('settings:import.here')}>
          <SettingRow label={t('settings:import.own.title')} help={t('settings:import.own.help')} isWide>
            <button
              type="button"
              className={buttons['button']}
              disabled={isRunning}
              onClick={() => start({ kind: 'rescan' })}
            >
              {t('settings:import.own.scan')}
            </button>
            <button
              type="button"
              className={buttons['button']}
              disabled={isRunning}
              onClick={() => setConfirming(true)}
            >
              {t('settings:import.own.all')}
            </button>
          </SettingRow>
          <FolderForm importing={importing} />
          <ImportOutcome importing={importing} />
        </SettingSection>
      )}
      <SettingSection title={t('settings:import.elsewhere')}>
        {guide !== undefined && <Guide guide={guide} provider={provider} onChange={setProvider} />}
        <DropZone guide={guide} importing={importing} />
        {!isAdmin && <ImportOutcome importing={importing} />}
      </SettingSection>
      <SettingSection title={t('settings:import.backup')}>
        <RestoreBackup />
      </SettingSection>
      {confirming && (
        <Confirm
          title={t('settings:import.again.title')}
          action={t('settings:import.own.all')}
          isHarmless
          busy={isRunning}
          error={undefined}
          onConfirm={() => {
            start({ kind: 'reimport' })
            setConfirming(false)
          }}
          onClose={() => setConfirming(false)}
        >
          {t('settings:import.again.says')}
        </Confirm>
      )}
    </Page>
  )
}
