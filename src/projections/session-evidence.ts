import { defineProjection } from './define.js'

/** What told the owner of a session. A session without a row has the owner of its first event. */
export const sessionEvidenceProjection = defineProjection({
  name: 'session-evidence',
  version: 1,
  ddl: ['create table p_session_evidence (stream integer primary key, evidence text not null)'],
  reads: ['session-owner-determined'],
  apply: (events, db) => {
    for (const { stream, type, data } of events)
      if (type === 'session-owner-determined')
        db.run('insert or replace into p_session_evidence (stream, evidence) values (?, ?)', stream, data.evidence)
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_session_evidence')
    else for (const stream of streams) db.run('delete from p_session_evidence where stream = ?', stream)
  },
})
