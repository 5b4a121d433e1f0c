import { useMutation, useQuery } from '@tanstack/react-query'
import { Folder } from 'lucide-react'
import { useState } from 'react'
import type { Conflict } from '../../../../src/domain/files/conflict.js'
import { advice, Failure } from '../../api/failure.js'
import { changeFiles, type Entry, type FilesOf } from '../../api/files.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Dialog, DialogButtons } from '../../kit/dialog.js'
import { notify } from '../../kit/notices.js'
import { Unread } from '../../kit/unread.js'
import styles from './files.module.css'
import { listingQuery } from './queries.js'

interface Transfer {
  readonly verb: 'move' | 'copy'
  readonly conflict: Conflict
}
const CHOICES = ['keep', 'replace', 'skip'] as const

interface TransferDialogProps {
  readonly of: FilesOf
  /** The folder that the entries are in. */
  readonly path: string
  readonly entries: readonly Entry[]
  readonly onDone: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for a folder, and moves or copies entries there. Names that are taken are asked about once, for all. */
export function TransferDialog({ of, path, entries, onDone, onClose }: TransferDialogProps) {
  const t = useWords()
  const [dest, setDest] = useState(path)
  const { data, error } = useQuery(listingQuery(of, dest))
  const paths = entries.map((entry) => entry.path)
  const back = async (moved: readonly string[]): Promise<void> => {
    try {
      await changeFiles(of, 'move', { paths: [...moved], dest: path })
    } catch (problem) {
      notify(advice(problem))
    }
    await onDone()
  }
  const transfer = useMutation({
    mutationFn: async ({ verb, conflict }: Transfer): Promise<void> => {
      if (verb === 'copy') {
        const { copied } = await changeFiles(of, 'copy', { paths, dest, conflict })
        return notify(t('files:transfer.copied', { count: copied.length }))
      }
      const { moved } = await changeFiles(of, 'move', { paths, dest, conflict })
      const undo = { label: t('undo'), run: () => void back(moved) }
      // What was replaced is in the trash: moving the others back would not restore it.
      return notify(t('files:transfer.moved', { count: moved.length }), conflict === 'fail' ? undo : undefined)
    },
    onSuccess: onClose,
    onSettled: onDone,
  })
  const start = (verb: Transfer['verb'], conflict: Conflict = 'fail'): void => transfer.mutate({ verb, conflict })
  const isTaken = transfer.error instanceof Failure && transfer.error.code === 'EEXISTS'
  const folders = (data?.entries ?? []).filter(({ type, path: at }) => type === 'dir' && !paths.includes(at))
  return (
    <Dialog title={t('files:transfer.title', { count: entries.length })} onClose={onClose}>
      <p className={styles['dest']}>
        {t('files:transfer.to')} <b>{dest === '' ? t('files:home') : dest}</b>
      </p>
      {data === undefined ? (
        <Unread error={error} />
      ) : (
        <ul className={styles['folders']}>
          {data.parent !== null && (
            <li>
              <button type="button" onClick={() => setDest(data.parent ?? '')}>
                <Folder size={15} aria-hidden />
                {t('files:transfer.up')}
              </button>
            </li>
          )}
          {folders.map(({ name, path: at }) => (
            <li key={at}>
              <button type="button" onClick={() => setDest(at)}>
                <Folder size={15} aria-hidden />
                {name}
              </button>
            </li>
          ))}
          {folders.length === 0 && <li className="faint">{t('files:transfer.none')}</li>}
        </ul>
      )}
      {transfer.error !== null && (
        <p role="alert" className="bad">
          {advice(transfer.error)}
        </p>
      )}
      <DialogButtons>
        {isTaken ? (
          CHOICES.map((conflict) => (
            <button
              key={conflict}
              type="button"
              className={buttons['button']}
              disabled={transfer.isPending}
              onClick={() => start(transfer.variables?.verb ?? 'move', conflict)}
            >
              {t(`files:conflict.${conflict}`)}
            </button>
          ))
        ) : (
          <>
            <button
              type="button"
              className={buttons['button']}
              disabled={transfer.isPending}
              onClick={() => start('copy', dest === path ? 'keep' : 'fail')}
            >
              {t('files:transfer.copy')}
            </button>
            <button
              type="button"
              className={buttons['primary']}
              disabled={transfer.isPending || dest === path}
              onClick={() => start('move')}
            >
              {t('files:transfer.move')}
            </button>
          </>
        )}
      </DialogButtons>
    </Dialog>
  )
}
