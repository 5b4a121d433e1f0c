import { type Rows, setRows } from './own-rows.js'

const KEY = 'switchyard.rows'

/** Restores the choice of this browser. Call it before anything is read. */
export function restoreRows(): void {
  try {
    const rows = localStorage.getItem(KEY)
    setRows(rows === 'own' || rows === 'all' ? rows : null)
  } catch {
    // This browser stores nothing.
  }
}

/** Chooses whose rows lists have, in this browser. The caller reads everything again. */
export function chooseRows(next: Rows): void {
  setRows(next)
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // For this visit only.
  }
}
