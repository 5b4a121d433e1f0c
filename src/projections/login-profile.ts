import { defineProjection } from './define.js'

/** The saved logins of Claude Code, without what they are. They belong to the host. */
export const loginProfileProjection = defineProjection({
  name: 'login-profile',
  version: 1,
  ddl: [
    `create table p_login_profile (
       name text primary key, label text not null, revision text not null, saved_at real not null
     ) without rowid`,
  ],
  reads: ['login-profile-saved', 'login-profile-relabelled', 'login-profile-removed'],
  apply: (events, db) => {
    for (const { type, data, occurredAt } of events) {
      if (type === 'login-profile-saved')
        db.run(
          'insert or replace into p_login_profile values (?, ?, ?, ?)',
          data.name,
          data.label,
          data.revision,
          occurredAt,
        )
      else if (type === 'login-profile-relabelled')
        db.run('update p_login_profile set label = ? where name = ?', data.label, data.name)
      else if (type === 'login-profile-removed') db.run('delete from p_login_profile where name = ?', data.name)
    }
  },
  // Logins belong to no session.
  clear: () => undefined,
})
