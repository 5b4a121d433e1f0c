import type { Reader } from '../../../src/projections/sql.js'

/** Returns the steps that SQLite takes for the lists that a query reads. */
export const stepsOf = (db: Reader, query: (db: Reader) => unknown): readonly string[] => {
  const steps: string[] = []
  query({
    get: (sql, ...params) => db.get(sql, ...params),
    all: (sql, ...params) => {
      const plan = db.all<{ detail: string }>(`explain query plan ${sql}`, ...params)
      steps.push(...plan.map(({ detail }) => detail))
      return db.all(sql, ...params)
    },
  })
  return steps
}
