import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { RouteAnswer } from '../../../../../../src/http/contract/index.js'
import { advice } from '../../../../api/failure.js'
import type { Lane } from '../../../../api/types.js'
import { useWords } from '../../../../i18n/use-words.js'
import { useKeys } from '../../../../kit/keys.js'
import notes from '../../../../kit/note.module.css'
import { Moment } from '../../../../kit/time.js'
import { Unread } from '../../../../kit/unread.js'
import { LineCounts } from '../line-counts.js'
import { Problem } from '../problem.js'
import { commitQuery, commitsQuery, seenQuery } from '../queries.js'
import { Ranges } from '../ranges.js'
import shared from '../review.module.css'
import { Syntax } from '../syntax.js'
import { DiffLines, useIsSplit, ViewChoice } from '../view.js'
import styles from './commits.module.css'

type Commits = Extract<RouteAnswer<'GET /api/lanes/:id/git/log'>, { readonly available: true }>['commits']
type CommitFile = Extract<RouteAnswer<'GET /api/lanes/:id/git/changes'>, { readonly available: true }>['files'][number]

/** The commits of a lane since it left its base, each with what it changed. */
export function CommitsTab({ lane, commit }: { lane: Lane; commit: string | undefined }) {
  const t = useWords()
  const id = String(lane.id)
  const { data, error } = useQuery(commitsQuery(id))
  const { data: seen, isPending } = useQuery(seenQuery(id))
  if (error !== null) return <Problem error={error} ranges={<Ranges id={id} range="commits" />} />
  if (data === undefined || isPending) return <Unread error={null} />
  const all = data.available ? data.commits : []
  const base = all.findIndex(({ sha }) => sha === seen?.merge_base)
  return (
    <Commits id={id} commits={base < 0 ? all : all.slice(0, base)} shown={commit} words={t('review:commits.none')} />
  )
}

interface CommitsProps {
  readonly id: string
  readonly commits: Commits
  readonly shown: string | undefined
  /** What is said without commits. */
  readonly words: string
}

function Commits({ id, commits, shown, words }: CommitsProps) {
  const t = useWords()
  const navigate = useNavigate()
  const current = commits.find(({ sha }) => sha === shown) ?? commits[0]
  const searchOf = (sha: string) => ({ tab: 'changes', range: 'commits', commit: sha }) as const
  const step = (by: 1 | -1): void => {
    const at = commits.findIndex(({ sha }) => sha === current?.sha)
    const next = commits[Math.min(commits.length - 1, Math.max(0, at + by))]
    if (next !== undefined)
      void navigate({ to: '/lanes/$lane', params: { lane: id }, search: searchOf(next.sha), replace: true })
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
  return (
    <div className={shared['tab']}>
      <div className={shared['bar']}>
        <Ranges id={id} range="commits" />
        <p role="status">{t('review:commits.count', { count: commits.length })}</p>
        <ViewChoice />
      </div>
      {current === undefined ? (
        <div className={notes['note']} data-note>
          <p>{words}</p>
        </div>
      ) : (
        <>
          <nav className={shared['files']} aria-label={t('review:range.commits')}>
            <ul>
              {commits.map(({ sha, short, subject, author, date }) => (
                <li key={sha} className={styles['commit']}>
                  <Link
                    to="/lanes/$lane"
                    params={{ lane: id }}
                    search={searchOf(sha)}
                    aria-current={sha === current.sha ? 'true' : undefined}
                    replace
                  >
                    <span className={styles['subject']}>{subject}</span>
                    <span className={styles['facts']}>
                      <span className="mono">{short}</span> {author} <Moment at={date} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <section className={shared['file']} tabIndex={0} aria-label={current.subject} data-commit={current.sha}>
            <CommitDiff key={current.sha} id={id} sha={current.sha} />
          </section>
        </>
      )}
    </div>
  )
}

/** All that a commit changed. */
function CommitDiff({ id, sha }: { id: string; sha: string }) {
  const t = useWords()
  const { data, error } = useQuery(commitQuery(id, sha))
  if (error !== null) return <p className={shared['note']}>{advice(error)}</p>
  if (data === undefined || !data.available) return null
  return (
    <>
      {data.files.map((file) => (
        <FileOfCommit key={file.path} file={file} />
      ))}
      {data.truncated && <p className={shared['note']}>{t('review:truncated')}</p>}
    </>
  )
}

function FileOfCommit({ file }: { file: CommitFile }) {
  const t = useWords()
  const isSplit = useIsSplit()
  const { path, from, added, deleted, binary, hunks } = file
  return (
    <>
      <header>
        <h2 className="mono">{path}</h2>
        <LineCounts added={added} deleted={deleted} />
        {from !== null && <span className="faint">{t('review:renamed', { path: from })}</span>}
      </header>
      {hunks.length === 0 ? (
        <p className={shared['note']}>{t(binary ? 'review:binary' : 'review:noLines')}</p>
      ) : (
        <div
          className={shared['diff']}
          data-split={isSplit || undefined}
          role="group"
          aria-label={t('review:diff', { path })}
        >
          <Syntax path={path} hunks={hunks}>
            {hunks.map((hunk) => (
              <div key={hunk.header} className={shared['hunk']}>
                <p className={shared['header']}>
                  {hunk.header} {hunk.context}
                </p>
                <div>
                  <DiffLines lines={hunk.lines} />
                </div>
              </div>
            ))}
          </Syntax>
        </div>
      )}
    </>
  )
}
