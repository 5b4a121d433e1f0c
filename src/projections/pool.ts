import { defineProjection } from './define.js'

/** The accounts of the pool, without their credentials. They belong to the host; which panes use one is in the runs. */
export const poolProjection = defineProjection({
  name: 'pool',
  version: 1,
  ddl: [
    `create table p_pool_account (
       tool text not null, name text not null, kind text not null, revision text not null, added_at real not null,
       expires_at real, refresh_error text, five_percent real, five_resets_at text, seven_percent real, seven_resets_at text,
       checked_at real, tried_at real, quota_error text, primary key (tool, name)
     ) without rowid`,
  ],
  reads: [
    'pool-account-added',
    'pool-account-renewed',
    'pool-refresh-failed',
    'pool-quota-read',
    'pool-account-removed',
  ],
  apply: (events, db) => {
    for (const { type, data, occurredAt } of events) {
      if (type === 'pool-account-added')
        db.run(
          'insert into p_pool_account (tool, name, kind, revision, added_at, expires_at) values (?, ?, ?, ?, ?, ?)',
          data.tool,
          data.name,
          data.kind,
          data.revision,
          occurredAt,
          data.expiresAt,
        )
      else if (type === 'pool-account-renewed')
        db.run(
          'update p_pool_account set revision = ?, expires_at = ?, refresh_error = null where tool = ? and name = ?',
          data.revision,
          data.expiresAt,
          data.tool,
          data.name,
        )
      else if (type === 'pool-refresh-failed')
        db.run(
          'update p_pool_account set refresh_error = ? where tool = ? and name = ?',
          data.message,
          data.tool,
          data.name,
        )
      else if (type === 'pool-quota-read') {
        const { tool, name, error } = data
        db.run(
          'update p_pool_account set tried_at = ?, quota_error = ? where tool = ? and name = ?',
          occurredAt,
          error,
          tool,
          name,
        )
        if (error !== null) continue
        db.run(
          `update p_pool_account set five_percent = ?, five_resets_at = ?, seven_percent = ?, seven_resets_at = ?, checked_at = ?
           where tool = ? and name = ?`,
          data.fiveHourPercent,
          data.fiveHourResetsAt,
          data.sevenDayPercent,
          data.sevenDayResetsAt,
          occurredAt,
          tool,
          name,
        )
      } else if (type === 'pool-account-removed')
        db.run('delete from p_pool_account where tool = ? and name = ?', data.tool, data.name)
    }
  },
  // Accounts belong to no session.
  clear: () => undefined,
})
