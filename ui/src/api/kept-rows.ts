import { chosenRows, isOwn, type Rows, setRows } from './own-rows.js'

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
export function chooseRows(next: Rows | null, user: number): void {
  setRows(next, user)
  try {
    localStorage.setItem(KEY, `${next ?? ''} ${user}`)
  } catch {
    // For this visit only.
  }
}

/** Shows the rows that the user asks for: those of the pages and the live channel both start over. */
export function showRows(next: Rows, user: number): void {
  chooseRows(next, user)
  location.reload()
}

interface SignedIn {
  readonly id: number
  readonly role: 'admin' | 'analyst' | 'member'
}

/**
 * Keeps the choice for the user who is signed in. Another one may have used this browser before, and members have no choice.
 * @param first what staff see who have not chosen yet
 */
export function keepRowsOf({ id, role }: SignedIn, first: Rows | null = null): void {
  const rows = role === 'member' ? null : (chosenRows() ?? first)
  if (rows !== chosenRows() || !isOwn(id)) chooseRows(rows, id)
}
