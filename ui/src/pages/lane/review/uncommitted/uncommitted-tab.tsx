import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { advice } from '../../../../api/failure.js'
import type { Lane } from '../../../../api/types.js'
import { exactCount } from '../../../../format/format.js'
import { useWords } from '../../../../i18n/use-words.js'
import { useKeys } from '../../../../kit/keys.js'
import notes from '../../../../kit/note.module.css'
import { Unread } from '../../../../kit/unread.js'
import { Problem } from '../problem.js'
import { gitQuery, workQuery } from '../queries.js'
import { Ranges } from '../ranges.js'
import shared from '../review.module.css'
import { ViewChoice } from '../view.js'
import { CommitBox } from './commit-box.js'
import { ConflictFile } from './conflict-file.js'
import { FileRow } from './file-row.js'
import { MergeBar } from './merge-bar.js'
import styles from './uncommitted.module.css'
import { useGit } from './use-git.js'
import { inOrder, stagedOf, type Work, type WorkFile } from './work.js'
import { WorkDiff } from './work-diff.js'

/** What is not committed: it is staged, discarded and committed here. */
export function UncommittedTab({ lane, path }: { lane: Lane; path: string | undefined }) {
  const t = useWords()
  const id = String(lane.id)
  const { data, error } = useQuery(workQuery(id))
  if (error !== null) return <Problem error={error} ranges={<Ranges id={id} range="uncommitted" />} />
  if (data === undefined) return <Unread error={null} />
  if (!data.available)
    return (
      <div className={notes['note']} data-note>
        <p>{t('review:work.noGit')}</p>
      </div>
    )
  return <Uncommitted id={id} work={data} path={path} />
}

function Uncommitted({ id, work, path }: { id: string; work: Work; path: string | undefined }) {
  const t = useWords()
  const navigate = useNavigate()
  const { data: facts } = useQuery(gitQuery(id))
  const { git, discard } = useGit(id)
  const files = inOrder(work.files)
  const file = files.find((one) => one.path === path) ?? files[0]
  const staged = files.filter((one) => stagedOf(one) !== 'none').length
  const isMerging = facts?.available === true && facts.merging
  const step = (by: 1 | -1): void => {
    const at = files.findIndex((one) => one.path === file?.path)
    open(files[Math.min(files.length - 1, Math.max(0, at + by))])
  }
  const open = (next: WorkFile | undefined): void => {
    if (next === undefined) return
    const search = { tab: 'changes', range: 'uncommitted', path: next.path } as const
    void navigate({ to: '/lanes/$lane', params: { lane: id }, search, replace: true })
  }
  useKeys({ J: () => step(1), K: () => step(-1) })
  return (
    <div className={shared['tab']}>
      <div className={shared['bar']}>
        <Ranges id={id} range="uncommitted" />
        <p role="status">
          {files.length > 0 &&
            t('review:work.staged', { count: files.length, staged: exactCount(staged), all: exactCount(files.length) })}
        </p>
        {work.truncated && <span className="faint">{t('review:more')}</span>}
        {git.error !== null && (
          <span role="alert" className="bad">
            {advice(git.error)}
          </span>
        )}
        <ViewChoice />
        {isMerging && <MergeBar id={id} conflicts={facts.conflicts} git={git} />}
      </div>
      <div className={styles['side']}>
        {files.length === 0 ? (
          <p className="faint">{t('review:work.none')}</p>
        ) : (
          <nav className={shared['files']} aria-label={t('review:files')}>
            <ul>
              {files.map((one) => (
                <FileRow key={one.path} id={id} file={one} isShown={one.path === file?.path} git={git} />
              ))}
            </ul>
          </nav>
        )}
        {!isMerging && files.length > 0 && <CommitBox id={id} staged={staged} all={files.length} git={git} />}
      </div>
      {file !== undefined && (
        <section className={shared['file']} data-file={file.path} tabIndex={0} aria-label={file.path}>
          {file.conflicted === true ? (
            <ConflictFile
              key={file.path}
              id={id}
              file={file}
              git={git}
              onResolved={() => open(files.find((one) => one.conflicted === true && one.path !== file.path))}
            />
          ) : (
            <WorkDiff key={file.path} id={id} file={file} isMerging={isMerging} git={git} onDiscard={discard} />
          )}
        </section>
      )}
    </div>
  )
}
