import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { sessionEditsQuery, sessionFilesQuery } from '../queries.js'
import type { Session, SessionFiles } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import notes from '../../../kit/note.module.css'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { Unread } from '../../../kit/unread.js'
import { useGrowing } from '../../../live/use-growing.js'
import { useGrowth } from '../../../live/use-growth.js'
import { Details } from '../details.js'
import { EditCard } from './edit-card.js'
import { FileList } from './file-list.js'
import styles from './files.module.css'
import tab from '../tab.module.css'

const READ_MS = 3000

/** The files that the session's tool calls changed, and the changes with their lines. */
export function FilesTab({ session, path }: { session: Session; path: string | undefined }) {
  const { data, error } = useGrowing(session.id, sessionFilesQuery(session.id), READ_MS)
  if (data === undefined) return <Unread error={error} className={tab['tab']} />
  return (
    <div className={styles['tab']} data-part="files">
      <aside className={styles['side']}>
        {data.files.length > 0 && <FileList session={session.id} changed={data} path={path} />}
        <Details session={session} />
      </aside>
      <Edits session={session} changed={data} path={path} />
    </div>
  )
}

interface EditsProps {
  readonly session: Session
  readonly changed: SessionFiles
  readonly path: string | undefined
}

function Edits({ session: { id }, changed, path }: EditsProps) {
  const t = useWords()
  const navigate = useNavigate()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    sessionEditsQuery(id, path),
  )
  const look = useCallback(() => refetch({ cancelRefetch: false }), [refetch])
  useGrowth(id, look, READ_MS)
  if (data === undefined) return <Unread error={error} className={styles['edits'] ?? ''} />
  const edits = data.pages.flatMap((page) => page.edits)
  if (edits.length === 0)
    return (
      <div className={styles['edits']}>
        <p className={notes['note']} data-note>
          {t('session:files.none')}
        </p>
      </div>
    )
  const show = (by: 'time' | 'file'): void =>
    void navigate({
      to: '/sessions/$id',
      params: { id },
      search: { tab: 'files', ...(by === 'file' ? { path: path ?? changed.files[0]?.path ?? '' } : {}) },
      replace: true,
    })
  const file = changed.files.find((known) => known.path === path)
  const sums = file ?? changed
  return (
    <div className={styles['edits']} tabIndex={0} role="region" aria-label={t('session:files.changes')}>
      <header>
        <h2 className="num">
          {t('session:files.edits', { count: sums.edits })}
          {sums.failures > 0 && `, ${t('calls:missedFailed', { count: sums.failures })}`}
        </h2>
        <p>{path ?? t('session:files.order')}</p>
        <SegmentedControl
          label={t('session:files.by')}
          hidesLabel
          name="by"
          value={path === undefined ? 'time' : 'file'}
          options={[
            ['time', t('session:files.byTime')],
            ['file', t('session:files.byFile')],
          ]}
          onChange={show}
        />
      </header>
      <ol>
        {edits.map((edit, index) => (
          <EditCard key={`${edit.call_id} ${edit.path}`} session={id} edit={edit} place={index + 1} />
        ))}
      </ol>
      {hasNextPage && (
        <button
          type="button"
          className={buttons['button']}
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('session:files.more', { count: (data.pages[0]?.total ?? 0) - edits.length })}
        </button>
      )}
      <Link className="sr-only" to="/sessions/$id" params={{ id }}>
        {t('session:tab.conversation')}
      </Link>
    </div>
  )
}
