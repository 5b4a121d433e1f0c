import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { advice, Failure } from '../../api/failure.js'
import { keys } from '../../api/queries.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Confirm } from '../../kit/confirm.js'
import { notify } from '../../kit/notices.js'
import { Unread } from '../../kit/unread.js'
import { Backups } from './backups.js'
import styles from './config.module.css'
import { HIDDEN, HiddenText } from './hidden-text.js'
import type { FileAt, Place } from './kinds.js'
import { deleteFile, fileQuery, saveFile } from './queries.js'

const hiddenIn = (text: string): number => text.split(HIDDEN).length - 1

interface FileEditorProps {
  readonly place: Place
  readonly file: FileAt
  readonly title: string
  readonly path: string
  readonly facts: ReactNode
  readonly onGone: () => void
}

/** A file as text, its editor, its copies and its deletion. */
export function FileEditor({ place: { tool, canChange }, file, title, path, facts, onGone }: FileEditorProps) {
  const t = useWords()
  const queries = useQueryClient()
  const { data, error } = useQuery(fileQuery(tool, file))
  const [draft, setDraft] = useState<string>()
  /** The digest of the text that the draft began with. */
  const [base, setBase] = useState<string | null>(null)
  const [shows, setShows] = useState<'text' | 'backups' | 'deletion'>('text')
  const refresh = () => queries.invalidateQueries({ queryKey: keys.config })

  const restoring = (content: string) => ({
    label: t('undo'),
    run: () => void saveFile(tool, file, content, null).then(refresh),
  })

  const saving = useMutation({
    mutationFn: ({ content, baseSha }: { content: string; baseSha: string | null }) =>
      saveFile(tool, file, content, baseSha),
    onSuccess: async (_, { content }) => {
      const before = data?.content ?? ''
      setDraft(undefined)
      setShows('text')
      await refresh()
      // A secret that was replaced is in the backup only.
      const isExact = hiddenIn(before) === hiddenIn(content)
      notify(t('config:saved', { name: title }), isExact ? restoring(before) : undefined)
    },
  })
  const deleting = useMutation({
    mutationFn: () => deleteFile(tool, file),
    onSuccess: async () => {
      const before = data?.content ?? HIDDEN
      await refresh()
      onGone()
      // What was hidden is gone with the file, and is in its copy only.
      notify(t('config:deleted', { name: title }), before.includes(HIDDEN) ? undefined : restoring(before))
    },
  })

  if (data === undefined) return <Unread error={error} />
  const isStale = saving.error instanceof Failure && saving.error.code === 'ESTALE'
  const isChanged = draft !== undefined && draft !== data.content
  const edit = (): void => {
    setDraft(data.content)
    setBase(data.sha)
    setShows('text')
    saving.reset()
  }
  const leave = (): void => {
    if (!isChanged) setDraft(undefined)
  }
  const save = (baseSha: string | null): void => {
    if (draft !== undefined) saving.mutate({ content: draft, baseSha })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') leave()
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save(base)
  }
  return (
    <>
      <header className={styles['head']}>
        <h2>{title}</h2>
        {canChange && draft === undefined && (
          <div className={styles['actions']}>
            <button type="button" className={buttons['button']} onClick={edit} disabled={data.truncated}>
              {t('config:edit')}
            </button>
            <button
              type="button"
              className={buttons['button']}
              aria-pressed={shows === 'backups'}
              onClick={() => setShows(shows === 'backups' ? 'text' : 'backups')}
            >
              {t('config:backups.open')}
            </button>
            <button type="button" className={buttons['button']} onClick={() => setShows('deletion')}>
              {t('config:delete')}
            </button>
          </div>
        )}
      </header>
      {facts}
      {data.truncated && <p className="faint">{t('config:cut')}</p>}
      {draft !== undefined ? (
        <>
          {draft.includes(HIDDEN) && <p className="faint">{t('config:keepsHidden')}</p>}
          <textarea
            className={styles['editor']}
            aria-label={t('config:editing', { name: title })}
            value={draft}
            spellCheck={false}
            autoFocus
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {isStale ? (
            <div role="alert" className={styles['stale']}>
              <span>{t('config:stale')}</span>
              <button
                type="button"
                className={buttons['button']}
                onClick={() => {
                  setDraft(undefined)
                  void refresh()
                }}
              >
                {t('config:reread')}
              </button>
              <button type="button" className={buttons['button']} onClick={() => save(null)}>
                {t('config:overwrite')}
              </button>
            </div>
          ) : (
            saving.error !== null && (
              <p role="alert" className="bad">
                {advice(saving.error)}
              </p>
            )
          )}
          <div className={styles['bar']}>
            <span className="faint">{t('config:keepsBackup')}</span>
            <button type="button" className={buttons['button']} onClick={() => setDraft(undefined)}>
              {t(isChanged ? 'config:discard' : 'cancel')}
            </button>
            <button
              type="button"
              className={buttons['primary']}
              disabled={!isChanged || saving.isPending}
              onClick={() => save(base)}
            >
              {t('save')}
            </button>
          </div>
        </>
      ) : shows === 'backups' ? (
        <Backups
          path={path}
          onRestore={(content) => saving.mutate({ content, baseSha: data.sha })}
          error={saving.error}
        />
      ) : (
        <pre className={styles['text']}>
          <HiddenText text={data.content} />
        </pre>
      )}
      {shows === 'deletion' && (
        <Confirm
          title={t('config:deletion.title', { name: title })}
          action={t('config:delete')}
          busy={deleting.isPending}
          error={deleting.error === null ? undefined : advice(deleting.error)}
          onConfirm={() => deleting.mutate()}
          onClose={() => setShows('text')}
        >
          <p>{t('config:deletion.what')}</p>
        </Confirm>
      )}
    </>
  )
}
