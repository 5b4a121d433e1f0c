import { useState } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'
import { Bundles } from './bundles.js'
import { DropZone } from './drop-zone.js'
import { FolderForm } from './folder-form.js'
import { Guide } from './guide.js'
import { ImportOutcome } from './import-outcome.js'
import { useImporting } from './use-importing.js'

/** Bringing history here: from other machines, from folders, from a bundle; and taking it away as one. */
export function ImportSection() {
  const t = useWords()
  const importing = useImporting()
  const [confirming, setConfirming] = useState(false)
  const { start, isRunning } = importing
  return (
    <>
      <section className="setting" aria-labelledby="import-title">
        <h2 id="import-title">{t('settings:import.title')}</h2>
        <p className="says">{t('settings:import.says')}</p>
        <Guide />
        <DropZone importing={importing} />
        <ImportOutcome importing={importing} />
        <FolderForm importing={importing} />
        <div className="setting-row">
          <div>
            <b>{t('settings:import.own.title')}</b>
            <p className="faint">{t('settings:import.own.says')}</p>
          </div>
          <span />
          <div className="buttons">
            <button type="button" className="btn" disabled={isRunning} onClick={() => start({ kind: 'rescan' })}>
              {t('settings:import.own.new')}
            </button>
            <button type="button" className="btn" disabled={isRunning} onClick={() => setConfirming(true)}>
              {t('settings:import.own.all')}
            </button>
          </div>
        </div>
      </section>
      <Bundles />
      {confirming && (
        <Confirm
          title={t('settings:import.again.title')}
          action={t('settings:import.own.all')}
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
    </>
  )
}
