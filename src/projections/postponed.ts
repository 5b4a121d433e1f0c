import { defineProjection } from './define.js'

/** What accounts decide later. */
export const postponedProjection = defineProjection({
  name: 'postponed',
  version: 1,
  ddl: [
    `create table p_postponed (owner text not null, decision text not null, until real not null,
       primary key (owner, decision)) without rowid`,
  ],
  reads: ['decision-postponed'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type !== 'decision-postponed') continue
      const { account, decision, until } = event.data
      // What is over by now is not asked for any more.
      db.run(
        'delete from p_postponed where owner = ? and (decision = ? or until < ?)',
        account,
        decision,
        event.occurredAt,
      )
      if (until !== null)
        db.run('insert into p_postponed (owner, decision, until) values (?, ?, ?)', account, decision, until)
    }
  },
  // Accounts belong to no session.
  clear: () => undefined,
})
