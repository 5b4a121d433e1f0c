import { defineProjection } from './define.js'

/** The proxies that agents send requests through, without their keys. They belong to the host. */
export const routerProjection = defineProjection({
  name: 'router',
  version: 1,
  ddl: [
    `create table p_router (
       name text primary key, base_url text not null, model text, models text not null, revision text,
       created_at real not null, updated_at real not null
     ) without rowid`,
  ],
  reads: ['router-saved', 'router-removed'],
  apply: (events, db) => {
    for (const { type, data, occurredAt } of events) {
      if (type === 'router-saved') {
        const { name, baseUrl, model, models, revision } = data
        db.run(
          `insert into p_router values (?, ?, ?, ?, ?, ?, ?) on conflict do update set base_url = excluded.base_url,
           model = excluded.model, models = excluded.models, revision = excluded.revision, updated_at = excluded.updated_at`,
          name,
          baseUrl,
          model,
          JSON.stringify(models),
          revision,
          occurredAt,
          occurredAt,
        )
      } else if (type === 'router-removed') db.run('delete from p_router where name = ?', data.name)
    }
  },
  // Proxies belong to no session.
  clear: () => undefined,
})
