import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useCaller } from '../../../api/caller.js'
import { bytes } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import styles from './drop-zone.module.css'
import type { ImportGuide } from './queries.js'
import type { Importing } from './use-importing.js'

const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry()?.isDirectory === true

interface DropZoneProps {
  /** Undefined for members, who may not read it: the service refuses what it does not take. */
  readonly guide: ImportGuide | undefined
  readonly importing: Importing
}

/** Takes files that are dropped on it, or chosen. */
export function DropZone({ guide, importing: { start, isRunning } }: DropZoneProps) {
  const t = useWords()
  const hasAccount = useCaller() !== undefined
  const [isOver, setOver] = useState(false)
  const [isFolderDropped, setFolderDropped] = useState(false)
  const take = (files: readonly File[]): void => {
    if (files.length > 0 && !isRunning) start({ kind: 'files', files })
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    // A browser gives a folder as a file that cannot be read.
    const hasFolder = [...event.dataTransfer.items].some(isFolder)
    setFolderDropped(hasFolder)
    if (!hasFolder) take([...event.dataTransfer.files])
  }
  return (
    <div>
      <label
        className={classes(styles['drop'], isOver && styles['over'])}
        data-drop
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Upload size={18} strokeWidth={1.6} aria-hidden />
        <span>
          <b>{t('settings:import.drop.title')}</b>
          {guide !== undefined && (
            <span className="faint">
              {t('settings:import.drop.limits', {
                extensions: guide.supported_extensions.join('  '),
                files: guide.max_upload_files,
                size: bytes(guide.max_upload_bytes),
              })}
            </span>
          )}
          {hasAccount && <span className="faint">{t('settings:import.yours')}</span>}
        </span>
        <input
          type="file"
          multiple
          className="sr-only"
          accept={guide?.supported_extensions.join(',')}
          disabled={isRunning}
          onChange={(event) => {
            setFolderDropped(false)
            take([...(event.target.files ?? [])])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
      </label>
      {isFolderDropped && (
        <p role="alert" className="bad">
          {t('settings:import.drop.folder')}
        </p>
      )}
    </div>
  )
}
