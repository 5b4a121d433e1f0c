import type { FormEvent } from 'react'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import { formText } from '../../../kit/form-text.js'
import type { Importing } from './use-importing.js'

/** Imports the transcripts in a folder of the machine that the service runs on. */
export function FolderForm({ importing: { start, isRunning, error, kind } }: { importing: Importing }) {
  const t = useWords()
  const complaint = kind === 'folder' && error !== null ? advice(error) : undefined
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    start({ kind: 'folder', path: formText(new FormData(event.currentTarget), 'path') })
  }
  return (
    <form className="setting-row" onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor="import-path">{t('settings:import.folder.label')}</label>
        <input
          id="import-path"
          name="path"
          className="mono"
          placeholder="~/backup/projects"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={complaint !== undefined}
          aria-describedby={complaint === undefined ? undefined : 'import-path-bad'}
        />
        {complaint !== undefined && (
          <p id="import-path-bad" role="alert" className="bad">
            {complaint}
          </p>
        )}
      </div>
      <span />
      <div className="buttons">
        <button type="submit" className="btn" disabled={isRunning}>
          {t('settings:import.folder.start')}
        </button>
      </div>
    </form>
  )
}
