import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { exactCount, lastPart } from '../../../../format/format.js'
import { useWords } from '../../../../i18n/use-words.js'
import shared from '../review.module.css'
import styles from './uncommitted.module.css'
import type { UseGit } from './use-git.js'
import { stagedOf, type WorkFile } from './work.js'

interface FileRowProps {
  readonly id: string
  readonly file: WorkFile
  readonly isShown: boolean
  readonly git: UseGit['git']
}

/** One file of the list, with a box that stages or unstages all of it. */
export function FileRow({ id, file, isShown, git }: FileRowProps) {
  const t = useWords()
  const { path, added, deleted, conflicted, status } = file
  const staged = stagedOf(file)
  const folder = path.slice(0, -lastPart(path).length).replace(/\/$/, '')
  return (
    <li className={styles['row']}>
      {conflicted === true ? (
        <TriangleAlert size={16} aria-label={t('review:work.conflict')} className={styles['needsUser']} />
      ) : (
        <input
          type="checkbox"
          aria-label={t('review:work.stageNamed', { path })}
          checked={staged === 'all'}
          disabled={git.isPending}
          ref={(box) => {
            if (box !== null) box.indeterminate = staged === 'part'
          }}
          onChange={() => git.mutate({ action: staged === 'all' ? 'unstage' : 'stage', body: { paths: [path] } })}
        />
      )}
      <Link
        to="/lanes/$lane"
        params={{ lane: id }}
        search={{ tab: 'changes', range: 'uncommitted', path }}
        activeOptions={{ exact: true, includeSearch: true }}
        aria-current={isShown ? 'true' : undefined}
        title={path}
        replace
      >
        <b>{lastPart(path)}</b>
        <span className="num">
          {added !== null && added > 0 && <span className="well">+{exactCount(added)}</span>}{' '}
          {deleted !== null && deleted > 0 && <span className="bad">−{exactCount(deleted)}</span>}
        </span>
        <span className={shared['folder']}>
          {(status === '?' || status === 'A' || status === 'D') && (
            <b>{t(`review:work.is.${status === 'D' ? 'deleted' : 'new'}`)}</b>
          )}
          {folder}
        </span>
      </Link>
    </li>
  )
}
