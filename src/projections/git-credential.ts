import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'

/** The logins for git hosts, one for each owner and host, without their passwords. */
export const gitCredentialProjection = defineProjection({
  name: 'git-credential',
  version: 1,
  ddl: [
    `create table p_git_credential (
       owner text not null, protocol text not null, host text not null, username text not null, revision text not null,
       at real not null, primary key (owner, protocol, host)
     ) without rowid`,
  ],
  reads: ['git-credential-saved', 'git-credential-removed'],
  apply: (events, db) => {
    for (const event of events) {
      const owner = ownerOf(event)
      if (event.type === 'git-credential-saved') {
        const { protocol, host, username, revision } = event.data
        db.run(
          'insert or replace into p_git_credential values (?, ?, ?, ?, ?, ?)',
          owner,
          protocol,
          host,
          username,
          revision,
          event.occurredAt,
        )
      } else if (event.type === 'git-credential-removed') {
        const { protocol, host } = event.data
        db.run('delete from p_git_credential where owner = ? and protocol = ? and host = ?', owner, protocol, host)
      }
    }
  },
  // Logins belong to no session.
  clear: () => undefined,
})
