import { useSyncExternalStore } from 'react'
import type { Pane } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { paneLook } from '../../live/lane-triage.js'
import { sessionRows } from '../../rows/rows.js'
import styles from './slots.module.css'

/** How a pane looks now: it follows the session in it. */
export const usePaneLook = (pane: Pane) =>
  useSyncExternalStore(sessionRows.subscribeAll, () => paneLook(pane, sessionRows.get(pane.session_id ?? '')))

/** The number of a slot; its look is the state of the program in it. */
export function SlotSign({ pane }: { pane: Pane }) {
  const t = useWords()
  const look = usePaneLook(pane)
  const label = t(`lanes:slot.${look}`, { slot: pane.slot })
  return (
    <span className={styles['slot']} data-look={look} role="img" aria-label={label} title={label}>
      {look === 'shell' ? '$' : pane.slot}
    </span>
  )
}
