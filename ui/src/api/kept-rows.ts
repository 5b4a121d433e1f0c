import { type Rows, setRows } from './own-rows.js'

const KEY = 'switchyard.rows'

/** Restores the choice of this browser. Call it before anything is read. */
export function restoreRows(): void {
  try {
    const [rows, user] = (localStorage.getItem(KEY) ?? '').split(' ')
    setRows(rows === 'own' || rows === 'all' ? rows : null, Number(user) || null)
  } catch {
    // This browser stores nothing.
  }
}

/** Chooses whose rows lists have, in this browser, for a user. The caller reads everything again. */
export function chooseRows(next: Rows, user: number): void {
  setRows(next, user)
  try {
    localStorage.setItem(KEY, `${next} ${user}`)
  } catch {
    // For this visit only.
  }
}
