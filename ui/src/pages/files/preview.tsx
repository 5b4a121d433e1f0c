import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { downloadAddress, type Entry, type FilesOf, previewOf } from '../../api/files.js'
import { bytes } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Dialog, DialogButtons } from '../../kit/dialog.js'
import { Unread } from '../../kit/unread.js'
import styles from './files.module.css'
import { filesKey } from './queries.js'

interface PreviewProps {
  readonly of: FilesOf
  readonly entry: Entry
  readonly onClose: () => void
}

/** What a file looks like: its text, or its picture. */
export function Preview({ of, entry, onClose }: PreviewProps) {
  const t = useWords()
  const { name, path, size, etag } = entry
  const { data, error } = useQuery({
    queryKey: [...filesKey(of), 'preview', path, etag],
    queryFn: ({ signal }) => previewOf(of, entry, signal),
  })
  return (
    <Dialog title={name} size="large" onClose={onClose}>
      {data === undefined ? (
        <Unread error={error} />
      ) : data.kind === 'text' ? (
        <>
          <pre className={styles['text']}>{data.text}</pre>
          {data.isCut && <p className="faint">{t('files:preview.cut')}</p>}
        </>
      ) : data.kind === 'image' ? (
        <Picture image={data.image} name={name} />
      ) : (
        <p className="faint">{t('files:preview.none')}</p>
      )}
      <DialogButtons>
        {size !== null && <span className={styles['size']}>{bytes(size)}</span>}
        <a className={buttons['button']} href={downloadAddress(of, [entry])} download>
          <Download size={14} aria-hidden />
          {t('files:download')}
        </a>
      </DialogButtons>
    </Dialog>
  )
}

function Picture({ image, name }: { readonly image: Blob; readonly name: string }) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(image)
    picture.current?.setAttribute('src', url)
    return () => URL.revokeObjectURL(url)
  }, [image])
  return <img ref={picture} className={styles['picture']} alt={name} />
}
