import type { FormEvent } from 'react'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { formText } from '../../../kit/form-text.js'
import { SettingRow } from '../../../kit/setting-row.js'
import styles from './folder-form.module.css'
import type { Importing } from './use-importing.js'

/** Imports the transcripts in a folder of the machine that the service runs on. */
export function FolderForm({ importing: { start, isRunning, error, kind } }: { importing: Importing }) {
  const t = useWords()
  const problem = kind === 'folder' && error !== null ? advice(error) : undefined
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    start({ kind: 'folder', path: formText(new FormData(event.currentTarget), 'path') })
  }
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <SettingRow label={t('settings:import.folder.label')} htmlFor="import-path" error={problem} isWide>
        <input
          id="import-path"
          name="path"
          className={styles['path']}
          placeholder="~/backup/projects"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
        />
        <button type="submit" className={buttons['button']} disabled={isRunning}>
          {t('settings:import.folder.start')}
        </button>
      </SettingRow>
    </form>
  )
}
