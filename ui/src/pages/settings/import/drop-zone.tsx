import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { bytes, exactCount } from '../../../format/format.js'
import { guideQuery } from './queries.js'
import type { Importing } from './use-importing.js'

const isFolder = (item: DataTransferItem): boolean => item.webkitGetAsEntry()?.isDirectory === true

/** Takes files that are dropped on it, or chosen. */
export function DropZone({ importing: { start, isRunning } }: { importing: Importing }) {
  const { data: guide } = useQuery(guideQuery('claude'))
  const [isOver, setOver] = useState(false)
  const [wrong, setWrong] = useState<string>()
  if (guide === undefined) return null
  const take = (files: readonly File[]): void => {
    if (files.length > 0 && !isRunning) start({ kind: 'files', files })
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    // A browser gives a folder as a file that cannot be read.
    const hasFolder = [...event.dataTransfer.items].some(isFolder)
    setWrong(hasFolder ? 'Folders cannot be dropped: pack the folder first, or name it below.' : undefined)
    if (!hasFolder) take([...event.dataTransfer.files])
  }
  return (
    <div>
      <label
        className={`drop ${isOver ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Upload size={18} strokeWidth={1.6} aria-hidden />
        <span>
          <b>Drop transcripts or archives here, or choose them</b>
          <span className="faint">
            {guide.supported_extensions.join('  ')}; up to {exactCount(guide.max_upload_files)} files of{' '}
            {bytes(guide.max_upload_bytes)} each
          </span>
        </span>
        <input
          type="file"
          multiple
          className="sr-only"
          accept={guide.supported_extensions.join(',')}
          disabled={isRunning}
          onChange={(event) => {
            setWrong(undefined)
            take([...(event.target.files ?? [])])
            // The same file may be chosen again.
            event.target.value = ''
          }}
        />
      </label>
      {wrong !== undefined && (
        <p role="alert" className="bad">
          {wrong}
        </p>
      )}
    </div>
  )
}
