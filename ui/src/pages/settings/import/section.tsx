import { useState } from 'react'
import { Confirm } from '../../../kit/confirm.js'
import { Bundles } from './bundles.js'
import { DropZone } from './drop-zone.js'
import { FolderForm } from './folder-form.js'
import { Guide } from './guide.js'
import { ImportOutcome } from './import-outcome.js'
import { useImporting } from './use-importing.js'

/** Bringing history here: from other machines, from folders, from a bundle; and taking it away as one. */
export function ImportSection() {
  const importing = useImporting()
  const [confirming, setConfirming] = useState(false)
  const { start, isRunning } = importing
  return (
    <>
      <section className="setting" aria-labelledby="import-title">
        <h2 id="import-title">Import history</h2>
        <p className="says">
          The tools of this machine are read without being asked. Transcripts from elsewhere are brought here; importing
          twice adds nothing.
        </p>
        <Guide />
        <DropZone importing={importing} />
        <ImportOutcome importing={importing} />
        <FolderForm importing={importing} />
        <div className="setting-row">
          <div>
            <b>The tools’ own folders</b>
            <p className="faint">Look for what is new, or read everything again: what was deleted here comes back.</p>
          </div>
          <span />
          <div className="buttons">
            <button type="button" className="btn" disabled={isRunning} onClick={() => start({ kind: 'rescan' })}>
              Look for new
            </button>
            <button type="button" className="btn" disabled={isRunning} onClick={() => setConfirming(true)}>
              Read all again
            </button>
          </div>
        </div>
      </section>
      <Bundles />
      {confirming && (
        <Confirm
          title="Read the whole history again?"
          action="Read all again"
          busy={isRunning}
          error={undefined}
          onConfirm={() => {
            start({ kind: 'reimport' })
            setConfirming(false)
          }}
          onClose={() => setConfirming(false)}
        >
          Sessions that you deleted here come back, as far as the tools still have their transcripts. Nothing is counted
          twice. A long history takes minutes.
        </Confirm>
      )}
    </>
  )
}
