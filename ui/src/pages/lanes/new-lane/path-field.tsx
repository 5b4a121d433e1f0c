import { useId, useState } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Combobox } from '../../../kit/combobox.js'
import { useComplaint } from '../../../kit/refusal.js'
import styles from './dialog.module.css'
import { FolderDialog } from './folder-dialog.js'

interface PathFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly options: Parameters<typeof Combobox>[0]['options']
  /** Whether it is a folder, which can be browsed. */
  readonly isFolder?: boolean
  readonly onChange: (value: string) => void
}

/** A path or a branch: one of those that are known, or any other. */
export function PathField({ name, label, isFolder = false, ...combobox }: PathFieldProps) {
  const t = useWords()
  const complaint = useComplaint(name)
  const id = useId()
  const [isBrowsing, setBrowsing] = useState(false)
  const { value, onChange } = combobox
  return (
    <div className={styles['path']} data-field>
      <label htmlFor={id}>{label}</label>
      <div className={styles['browse']}>
        <Combobox
          id={id}
          name={name}
          label={label}
          allowsText
          isInvalid={complaint !== undefined}
          describedBy={complaint === undefined ? undefined : `${id}-bad`}
          {...combobox}
        />
        {isFolder && (
          <button type="button" className={buttons['button']} onClick={() => setBrowsing(true)}>
            {t('lanes:folders.browse')}
          </button>
        )}
      </div>
      {complaint !== undefined && (
        <p id={`${id}-bad`} role="alert" className="bad">
          {complaint}
        </p>
      )}
      {isBrowsing && (
        <FolderDialog
          start={value.startsWith('/') ? value : ''}
          onChoose={(path) => {
            onChange(path)
            setBrowsing(false)
          }}
          onClose={() => setBrowsing(false)}
        />
      )}
    </div>
  )
}
