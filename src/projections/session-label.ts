import { defineProjection } from './define.js'

/** The tags and the note that users gave a session. */
export const sessionLabelProjection = defineProjection({
  name: 'session-label',
  version: 1,
  ddl: [
    'create table p_session_tag (stream integer not null, place integer not null, tag text not null, primary key (stream, place))',
    'create index i_session_tag on p_session_tag(tag collate nocase)',
    'create table p_session_note (stream integer primary key, note text not null)',
  ],
  reads: ['session-tags-set', 'session-note-set'],
  apply: (events, db, touched) => {
    for (const event of events) {
      const { stream } = event
      if (event.type === 'session-tags-set') {
        db.run('delete from p_session_tag where stream = ?', stream)
        for (const [place, tag] of event.data.tags.entries())
          db.run('insert into p_session_tag (stream, place, tag) values (?, ?, ?)', stream, place, tag)
      } else if (event.type === 'session-note-set') {
        const { note } = event.data
        if (note === null) db.run('delete from p_session_note where stream = ?', stream)
        else db.run('insert or replace into p_session_note (stream, note) values (?, ?)', stream, note)
      } else continue
      touched.add('session', stream)
    }
  },
  clear: ({ streams, everything }, db) => {
    for (const table of ['p_session_tag', 'p_session_note']) {
      if (everything) db.run(`delete from ${table}`)
      else for (const stream of streams) db.run(`delete from ${table} where stream = ?`, stream)
    }
  },
})
