import { useSyncExternalStore } from 'react'
import type { Pane } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { type PaneLook, paneLook } from '../../live/lane-triage.js'
import { sessionRows } from '../../rows/rows.js'
import { agentWords } from './agent-words.js'
import styles from './agents.module.css'

/** The agents of a lane in words: those that need most, and what the others do. */
export function Agents({ panes }: { readonly panes: readonly Pane[] }) {
  useWords()
  // One string, which stays the same while nothing looks different.
  const looks = useSyncExternalStore(sessionRows.subscribeAll, () =>
    panes.map((pane) => paneLook(pane, sessionRows.get(pane.session_id ?? ''))).join(' '),
  ).split(' ') as PaneLook[]
  const { name, also, tone } = agentWords(panes.map((pane, at) => ({ pane, look: looks[at] ?? 'ended' })))
  return (
    <span className={styles['agents']} data-none={panes.length === 0 || undefined}>
      <span>{name}</span>
      {also !== '' && <span data-tone={tone}>{also}</span>}
    </span>
  )
}
