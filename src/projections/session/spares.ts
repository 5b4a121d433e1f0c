import type { SessionState } from '../../domain/session/state.js'
import type { Db } from '../sql.js'

/** Returns the state of a session that is not listed, as JSON. */
export const readSpare = (db: Db, stream: number): string | null =>
  db.get<{ state: string }>('select state from p_session_spare where stream = ?', stream)?.state ?? null

export const writeSpare = (db: Db, stream: number, state: SessionState): void => {
  db.run('insert or replace into p_session_spare (stream, state) values (?, ?)', stream, JSON.stringify(state))
}

/** Removes a session from the table. Call it when the session is listed. */
export const forgetSpare = (db: Db, stream: number): void => {
  db.run('delete from p_session_spare where stream = ?', stream)
}
