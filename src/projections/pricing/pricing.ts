import { defineProjection } from '../define.js'

/** The rules that were set. The defaults are part of the release and are not stored. */
export const pricingProjection = defineProjection({
  name: 'pricing',
  version: 2,
  ddl: [
    `create table p_pricing_rule (
       pattern text primary key, rule text not null, updated_at real not null
     ) without rowid`,
  ],
  reads: ['pricing-rule-set', 'pricing-rule-removed', 'pricing-reset'],
  apply: (events, db) => {
    const forget = (pattern: string) => db.run('delete from p_pricing_rule where pattern = ?', pattern)
    for (const event of events) {
      if (event.type === 'pricing-rule-set') {
        const { pattern } = event.data
        const rule = JSON.stringify(event.data)
        db.run('insert or replace into p_pricing_rule values (?, ?, ?)', pattern, rule, event.occurredAt)
      } else if (event.type === 'pricing-rule-removed') forget(event.data.pattern)
      else if (event.type === 'pricing-reset') event.data.patterns.forEach(forget)
    }
  },
  // Rules have their own stream, which is never erased.
  clear: () => undefined,
})
