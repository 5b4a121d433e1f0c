import { Link } from '@tanstack/react-router'
import type { Alert } from '../../api/types.js'
import { titleOf } from '../../kit/session-label.js'
import styles from './alert-link.module.css'
import { findingOf } from './rules/rule-words.js'

/** Where an alert comes from: its session and the value that set it off, or what it found. */
export function AlertLink({ alert }: { alert: Alert }) {
  const { session_id: id, session_name: name } = alert
  const said = findingOf(alert)
  if (id === '') return <span className={styles['finding']}>{said}</span>
  return (
    <Link to="/sessions/$id" params={{ id }} className={styles['finding']}>
      {titleOf({ id, name: name ?? null })}, {said}
    </Link>
  )
}
