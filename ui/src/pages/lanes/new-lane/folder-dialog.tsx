import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CornerLeftUp, Folder } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Dialog, DialogButtons } from '../../../kit/dialog.js'
import field from '../../../kit/field.module.css'
import styles from './folder-dialog.module.css'
import { Waiting } from '../../../kit/unread.js'

interface FolderDialogProps {
  /** Where it opens; the home if it is empty or cannot be read. */
  readonly start: string
  readonly onChoose: (path: string) => void
  readonly onClose: () => void
}

/** Chooses a folder of the machine of the service, as far as the user may see it, or creates one. */
export function FolderDialog({ start, onChoose, onClose }: FolderDialogProps) {
  const t = useWords()
  const queries = useQueryClient()
  const id = useId()
  const [path, setPath] = useState(start)
  const [name, setName] = useState('')
  const { data, error } = useQuery({
    queryKey: ['browse', path],
    queryFn: ({ signal }) => call('GET /api/lanes/browse', { query: path === '' ? {} : { path }, signal }),
    retry: false,
  })
  const make = useMutation({
    mutationFn: (parent: string) => call('POST /api/lanes/browse/mkdir', { body: { parent, name } }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['browse'] })
      setName('')
      setPath(made.path)
    },
  })
  const folders = data?.entries.filter((entry) => entry.file !== true) ?? []
  return (
    <Dialog title={t('lanes:folders.title')} hidesClose ignoresOutside onClose={onClose}>
      <p className={`${styles['path']} mono`}>{data?.path ?? path}</p>
      {data?.hostHome !== undefined && (
        <p className={styles['note']}>
          <button type="button" className={buttons['quiet']} onClick={() => setPath(data.home)}>
            {t('lanes:folders.own')}
          </button>{' '}
          <button type="button" className={buttons['quiet']} onClick={() => setPath(data.hostHome ?? '')}>
            {t('lanes:folders.host')}
          </button>
        </p>
      )}
      <div className={styles['list']} role="group" aria-label={t('lanes:folders.title')}>
        {error !== null ? (
          <p className={styles['note']} role="alert">
            {advice(error)}{' '}
            <button type="button" className={buttons['quiet']} onClick={() => setPath('')}>
              {t('lanes:folders.home')}
            </button>
          </p>
        ) : data === undefined ? (
          <Waiting />
        ) : (
          <>
            {data.parent !== null && (
              <button type="button" onClick={() => setPath(data.parent ?? '')}>
                <CornerLeftUp size={14} aria-hidden />
                <span>{t('lanes:folders.up')}</span>
              </button>
            )}
            {folders.map((entry) => (
              <button key={entry.path} type="button" onClick={() => setPath(entry.path)}>
                <Folder size={14} aria-hidden />
                <span>{entry.name}</span>
              </button>
            ))}
            {folders.length === 0 && <p className={styles['note']}>{t('lanes:folders.empty')}</p>}
            {data.truncated && <p className={styles['note']}>{t('lanes:folders.cut')}</p>}
          </>
        )}
      </div>
      <div className={styles['new']}>
        <div className={field['field']}>
          <label htmlFor={id}>{t('lanes:folders.new')}</label>
          <input id={id} value={name} spellCheck={false} onChange={({ target }) => setName(target.value)} />
        </div>
        <button
          type="button"
          className={buttons['button']}
          disabled={name === '' || data === undefined || make.isPending}
          onClick={() => data !== undefined && make.mutate(data.path)}
        >
          {t('lanes:folders.create')}
        </button>
      </div>
      {make.error !== null && (
        <p role="alert" className="bad">
          {advice(make.error)}
        </p>
      )}
      <DialogButtons>
        <button type="button" className={buttons['button']} onClick={onClose}>
          {t('cancel')}
        </button>
        <button
          type="button"
          className={buttons['primary']}
          disabled={data === undefined}
          onClick={() => data !== undefined && onChoose(data.path)}
        >
          {t('lanes:folders.use')}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
