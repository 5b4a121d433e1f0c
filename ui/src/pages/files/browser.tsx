import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FolderInput, FolderPlus, Trash2, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { advice } from '../../api/failure.js'
import { changeFiles, downloadAddress, type Entry, type FilesOf, type Listing } from '../../api/files.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { notify } from '../../kit/notices.js'
import { Unread } from '../../kit/unread.js'
import { EntryTable } from './entry-table.js'
import { FolderDialog, RenameDialog } from './name-dialogs.js'
import { Preview } from './preview.js'
import { filesKey, listingQuery } from './queries.js'
import type { FilesSearch } from './search.js'
import { TransferDialog } from './transfer-dialog.js'
import { UploadPanel } from './upload-panel.js'
import { useRowKeys } from './use-row-keys.js'
import { useUploads } from './use-uploads.js'
import styles from './files.module.css'

interface BrowserProps {
  readonly of: FilesOf
  readonly path: string
  /** The part of the address that says whose files they are. */
  readonly place: FilesSearch
  readonly isReadOnly: boolean
}

/** The content of a folder, and what can be done with it. */
export function Browser({ of, path, place, isReadOnly }: BrowserProps) {
  const t = useWords()
  const queries = useQueryClient()
  const { data, error } = useQuery(listingQuery(of, path))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isOver, setOver] = useState(false)
  const [asked, setAsked] = useState<'folder' | Entry>()
  const [shown, setShown] = useState<Entry>()
  const [moving, setMoving] = useState<readonly Entry[]>()
  const chooser = useRef<HTMLInputElement>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: filesKey(of) })
  const uploads = useUploads(() => void refresh())
  const restore = async (ids: readonly string[]): Promise<void> => {
    try {
      for (const id of ids) await changeFiles(of, 'trash/restore', { id })
    } catch (problem) {
      notify(advice(problem))
    }
    await refresh()
  }
  const discard = useMutation({
    mutationFn: (entries: readonly Entry[]) => changeFiles(of, 'delete', { paths: entries.map((one) => one.path) }),
    onSuccess: ({ trashed }, deleted) => {
      setSelected(new Set())
      // At once, not with the next listing: what is deleted must not be offered while "Undo" is.
      queries.setQueryData(listingQuery(of, path).queryKey, (listing) => listing && without(listing, deleted))
      notify(t('files:deleted', { count: trashed.length }), {
        label: t('undo'),
        run: () => void restore(trashed),
      })
    },
    onError: (problem) => notify(advice(problem)),
    onSettled: refresh,
  })
  const { entries = [], truncated = false } = data ?? {}
  const chosen = entries.filter((entry) => selected.has(entry.path))
  const toggle = (at: string): void => {
    const next = new Set(selected)
    if (!next.delete(at)) next.add(at)
    setSelected(next)
  }
  useRowKeys({
    path,
    place,
    entries,
    isReadOnly,
    onToggle: toggle,
    onOpen: setShown,
    onRename: setAsked,
    onDelete: (entry) => {
      const wanted = chosen.length > 0 ? chosen : entry === undefined ? [] : [entry]
      if (wanted.length > 0 && !discard.isPending) discard.mutate(wanted)
    },
  })
  if (data === undefined) return <Unread error={error} missing={t('files:missing')} />
  const send = (files: readonly File[]): void => {
    if (files.length > 0) uploads.start(of, path, files)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!isReadOnly) send([...event.dataTransfer.files])
  }
  return (
    <>
      <div className={styles['bar']}>
        <Crumbs path={path} place={place} />
        {chosen.length > 0 ? (
          <>
            <span className="num">{t('files:selected', { count: chosen.length })}</span>
            <a className={buttons['button']} href={downloadAddress(of, chosen)} download>
              <Download size={14} aria-hidden />
              {t('files:download')}
            </a>
            {!isReadOnly && (
              <button type="button" className={buttons['button']} onClick={() => setMoving(chosen)}>
                <FolderInput size={14} aria-hidden />
                {t('files:move')}
              </button>
            )}
            {!isReadOnly && (
              <button
                type="button"
                className={buttons['button']}
                disabled={discard.isPending}
                onClick={() => discard.mutate(chosen)}
              >
                <Trash2 size={14} aria-hidden />
                {t('files:delete')}
              </button>
            )}
          </>
        ) : (
          !isReadOnly && (
            <>
              <button type="button" className={buttons['button']} onClick={() => setAsked('folder')}>
                <FolderPlus size={14} aria-hidden />
                {t('files:newFolder')}
              </button>
              <input
                ref={chooser}
                type="file"
                multiple
                hidden
                onChange={({ target }) => {
                  send([...(target.files ?? [])])
                  target.value = ''
                }}
              />
              <button type="button" className={buttons['primary']} onClick={() => chooser.current?.click()}>
                <Upload size={14} aria-hidden />
                {t('files:upload')}
              </button>
            </>
          )
        )}
      </div>
      <div
        className={styles[isOver ? 'over' : 'list']}
        data-drop
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!isReadOnly)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {entries.length === 0 ? (
          <div className={styles['empty']}>
            <b>{t('files:empty')}</b>
            {!isReadOnly && <span>{t('files:emptyHelp')}</span>}
          </div>
        ) : (
          <EntryTable
            of={of}
            entries={entries}
            place={place}
            selected={selected}
            isReadOnly={isReadOnly}
            onSelect={setSelected}
            onToggle={toggle}
            onOpen={setShown}
            onMove={(entry) => setMoving([entry])}
            onRename={setAsked}
            onDelete={(entry) => discard.mutate([entry])}
          />
        )}
      </div>
      <p className={styles['note']}>
        {!isReadOnly && entries.length > 0 && (
          <span className={styles['keys']}>
            <Trans i18nKey="files:keys" components={{ kbd: <kbd /> }} />
          </span>
        )}
        {truncated ? t('files:cut', { count: entries.length }) : t('files:entries', { count: entries.length })}
      </p>
      {asked === 'folder' && <FolderDialog of={of} path={path} onDone={refresh} onClose={() => setAsked(undefined)} />}
      {asked !== undefined && asked !== 'folder' && (
        <RenameDialog of={of} entry={asked} onDone={refresh} onClose={() => setAsked(undefined)} />
      )}
      {shown !== undefined && <Preview of={of} entry={shown} onClose={() => setShown(undefined)} />}
      {moving !== undefined && (
        <TransferDialog
          of={of}
          path={path}
          entries={moving}
          onDone={async () => {
            setSelected(new Set())
            await refresh()
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
      <UploadPanel uploads={uploads} />
    </>
  )
}

const without = (listing: Listing, deleted: readonly Entry[]): Listing => {
  const paths = new Set(deleted.map((entry) => entry.path))
  return { ...listing, entries: listing.entries.filter((entry) => !paths.has(entry.path)) }
}

/** The folders above, each with its address. */
function Crumbs({ path, place }: { path: string; place: FilesSearch }) {
  const t = useWords()
  const names = path === '' ? [] : path.split('/')
  return (
    <nav className={styles['crumbs']} aria-label={t('files:of')}>
      {names.length === 0 ? (
        <b>{t('files:home')}</b>
      ) : (
        <Link to="/files" search={place}>
          {t('files:home')}
        </Link>
      )}
      {names.map((name, index) => (
        <span key={names.slice(0, index + 1).join('/')}>
          <span aria-hidden>› </span>
          {index === names.length - 1 ? (
            <b>{name}</b>
          ) : (
            <Link to="/files" search={{ ...place, path: names.slice(0, index + 1).join('/') }}>
              {name}
            </Link>
          )}
        </span>
      ))}
    </nav>
  )
}
