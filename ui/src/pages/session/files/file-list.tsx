import { Link } from '@tanstack/react-router'
import type { SessionFiles } from '../../../api/types.js'
import { exactCount, lastPart } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { blocksOf } from './blocks.js'
import { editedFiles } from './edited.js'
import styles from './files.module.css'

/** `+6 −4`. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className={styles['counts']}>
      <span className="well">+{exactCount(added)}</span> <span className="bad">−{exactCount(removed)}</span>
    </span>
  )
}

interface FileListProps {
  readonly session: string
  readonly changed: SessionFiles
  /** The file whose changes are shown. */
  readonly path: string | undefined
}

/** The changed files with their lines; one of them shows its changes. */
export function FileList({ session, changed, path }: FileListProps) {
  const t = useWords()
  const edited = editedFiles(changed.files).length
  const failed = changed.files.length - edited
  return (
    <section>
      <h2 className={styles['title']}>
        <span>
          {t('calls:files', { count: edited })}
          {failed > 0 && `, ${t('calls:missedFailed', { count: failed })}`}
        </span>
        <LineCounts {...changed} />
      </h2>
      <ul className={styles['files']}>
        {changed.files.map((file) => {
          const isShown = file.path === path
          const folder = file.path.slice(0, -lastPart(file.path).length).replace(/[/\\]$/, '')
          return (
            <li key={file.path}>
              <Link
                to="/sessions/$id"
                params={{ id: session }}
                search={{ tab: 'files', ...(isShown ? {} : { path: file.path }) }}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={isShown ? 'true' : undefined}
                title={file.path}
                replace
              >
                <b>{lastPart(file.path)}</b>
                {file.edits === 0 ? <span className="bad">{t('calls:failed')}</span> : <LineCounts {...file} />}
                <span className={styles['folder']}>{folder}</span>
                <span className={styles['blocks']} aria-hidden>
                  {blocksOf(file).map((mark, index) => (
                    <i key={index} data-mark={mark} />
                  ))}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
