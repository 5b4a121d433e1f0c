import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { lanesQuery } from '../../rows/queries.js'
import { laneRows } from '../../rows/rows.js'
import styles from './page.module.css'

/** The number of lanes on worktrees of the repository, with the way to them. Nothing if there are none. */
export function LanesLink({ cwd }: { cwd: string }) {
  const t = useWords()
  useQuery(lanesQuery)
  const count = useSyncExternalStore(
    (listener) => laneRows.subscribeAll(listener),
    () => laneRows.all().filter((lane) => lane.source_repo === cwd).length,
  )
  if (count === 0) return null
  return (
    <Link to="/lanes" search={{ q: lastPart(cwd) }} className={styles['lanes']}>
      {t('project:lanes', { count })}
    </Link>
  )
}
