import { defineProjection } from './define.js'

/** Which revision of the instructions of accounts and lanes is in force; the texts are in the vault. */
export const instructionsProjection = defineProjection({
  name: 'instructions',
  version: 1,
  ddl: [
    'create table p_account_instructions (owner text primary key, revision text not null) without rowid',
    'create table p_lane_instructions (lane integer primary key, revision text not null)',
  ],
  reads: ['user-instructions-changed', 'lane-instructions-changed', 'lane-removed', 'lane-forgotten'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'user-instructions-changed') {
        const { account, revision } = event.data
        if (revision === null) db.run('delete from p_account_instructions where owner = ?', account)
        else db.run('insert or replace into p_account_instructions values (?, ?)', account, revision)
      } else if (event.type === 'lane-instructions-changed') {
        const { lane, revision } = event.data
        if (revision === null) db.run('delete from p_lane_instructions where lane = ?', lane)
        else db.run('insert or replace into p_lane_instructions values (?, ?)', lane, revision)
      } else if (event.type === 'lane-removed' || event.type === 'lane-forgotten') {
        db.run('delete from p_lane_instructions where lane = ?', event.data.lane)
      }
    }
  },
  // Neither belongs to a session.
  clear: () => undefined,
})
