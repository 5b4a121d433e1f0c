import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'

/** The remote machines whose transcripts are read, with the result of their last recorded sync. */
export const remoteSourceProjection = defineProjection({
  name: 'remote-source',
  version: 2,
  ddl: [
    `create table p_remote_source (
       id text primary key, owner text not null, settings text not null, enabled integer not null, ok integer, error text, counts text,
       synced_at real, created_at real not null, updated_at real not null
     ) without rowid`,
  ],
  reads: ['source-set', 'source-removed', 'source-synced'],
  apply: (events, db) => {
    for (const event of events) {
      const { type, data, occurredAt } = event
      if (type === 'source-set') {
        const { source, ...settings } = data
        db.run(
          `insert into p_remote_source (id, owner, settings, enabled, created_at, updated_at) values (?, ?, ?, ?, ?, ?)
           on conflict do update set settings = excluded.settings, enabled = excluded.enabled,
             updated_at = excluded.updated_at`,
          source,
          ownerOf(event),
          JSON.stringify(settings),
          settings.enabled ? 1 : 0,
          occurredAt,
          occurredAt,
        )
      } else if (type === 'source-synced') {
        db.run(
          'update p_remote_source set ok = ?, error = ?, counts = ?, synced_at = ?, updated_at = ? where id = ?',
          data.ok ? 1 : 0,
          data.error,
          JSON.stringify(data.counts),
          occurredAt,
          occurredAt,
          data.source,
        )
      } else if (type === 'source-removed') db.run('delete from p_remote_source where id = ?', data.source)
    }
  },
  // Remote machines have their own streams, which are never erased.
  clear: () => undefined,
})
