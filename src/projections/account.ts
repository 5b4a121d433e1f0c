import { defineProjection } from './define.js'

/** What accounts set for themselves. The local user is one of them. */
export const accountProjection = defineProjection({
  name: 'account',
  version: 1,
  ddl: [
    'create table p_pref (owner text not null, key text not null, value text not null, primary key (owner, key)) without rowid',
    'create table p_account (owner text primary key, onboarded_at real not null) without rowid',
  ],
  reads: ['prefs-changed', 'user-onboarded'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'prefs-changed') {
        const { account, set } = event.data
        for (const [key, value] of Object.entries(set))
          if (value === null) db.run('delete from p_pref where owner = ? and key = ?', account, key)
          else db.run('insert or replace into p_pref (owner, key, value) values (?, ?, ?)', account, key, value)
      } else if (event.type === 'user-onboarded') {
        const { account } = event.data
        db.run('insert or ignore into p_account (owner, onboarded_at) values (?, ?)', account, event.occurredAt)
      }
    }
  },
  // Accounts belong to no session.
  clear: () => undefined,
})
