import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Family, readExposition, readExpression } from '../../support/monitoring/exposition.js'
import { type App, startApp } from '../../support/service/app.js'

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs', 'monitoring')
const read = <A>(name: string): A => JSON.parse(readFileSync(join(DOCS, name), 'utf8')) as A

interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
interface Dashboard {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] }
}
interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string; readonly for: string }[]
  }[]
}

const dashboard = read<Dashboard>('grafana.json')
const alerts = read<Alerts>('alerts.json').groups.flatMap(({ rules }) => rules)
const panels = dashboard.panels.filter(({ type }) => type !== 'row')

const expressions = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [`panel "${title}"`, expr] as const)),
  ...alerts.map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
]

/** Labels that Prometheus adds to every series it scrapes. */
const TARGET_LABELS = ['job', 'instance']
const RISES = ['rate', 'increase']

let app: App
let families: ReadonlyMap<string, Family>
beforeAll(async () => {
  app = await startApp()
  await app.send('/api/lanes', { method: 'POST', body: { cwd: app.folder } })
  await app.hook('SessionStart', { session_id: 's', source: 'startup', cwd: app.folder })
  const five_hour = { used_percentage: 12, resets_at: null }
  await app.send('/api/statusline', { method: 'POST', body: { session_id: 's', rate_limits: { five_hour } } })
  await app.settled()
  // The first scrape is itself a request: the second one reports it.
  await app.send('/api/metrics')
  families = readExposition((await app.send('/api/metrics')).text)
})
afterAll(() => app.close())

const familyOf = (name: string): Family | undefined =>
  families.get(name) ?? families.get(name.replace(/_(?:bucket|sum|count)$/, ''))

describe('the exposition', () => {
  it('has a type and a help text for every family', () => {
    expect(families.size).toBeGreaterThanOrEqual(16)
    for (const [name, { type, help, series }] of families) {
      expect([name, type]).toEqual([name, expect.stringMatching(/^(gauge|counter|histogram)$/)])
      expect([name, help.length > 5, series.size > 0]).toEqual([name, true, true])
    }
  })

  it('names counters, and nothing else, with the suffix _total', () => {
    for (const [name, { type }] of families) expect([name, type === 'counter']).toEqual([name, name.endsWith('_total')])
  })
})

describe('the dashboard and the alerts', () => {
  it.each(expressions)('%s reads existing series', (_where, expression) => {
    const { selectors, labels } = readExpression(expression)
    expect(selectors.length).toBeGreaterThan(0)
    for (const { name, matchers, within } of selectors) {
      const family = familyOf(name)
      const series = family?.series.get(name)
      expect([name, series !== undefined]).toEqual([name, true])
      const known = new Set([...TARGET_LABELS, ...(series ?? []).flatMap((one) => Object.keys(one))])
      for (const label of [...labels, ...matchers.map((matcher) => matcher.label)])
        expect([expression, label, known.has(label)]).toEqual([expression, label, true])
      for (const { label, operator, value } of matchers) {
        if (operator !== '=') continue
        expect([name, label, value, series?.some((one) => one[label] === value)]).toEqual([name, label, value, true])
      }
      if (within !== null && RISES.includes(within)) expect([name, family?.type]).not.toEqual([name, 'gauge'])
    }
  })

  it('cover every family', () => {
    const shown = new Set(
      expressions.flatMap(([, expression]) => readExpression(expression).selectors.map(({ name }) => name)),
    )
    const missing = [...families].filter(([, { series }]) => ![...series.keys()].some((name) => shown.has(name)))
    // A family that is also exposed under the peer's name is covered under its own.
    const isTwin = (name: string): boolean => name.startsWith('ccam_') && families.has(name.replace(/^ccam_/, 'svc_'))
    expect(missing.map(([name]) => name).filter((name) => !isTwin(name))).toEqual([])
  })

  it('list jobs from an existing series', () => {
    const [, series = ''] =
      /^label_values\((\w+), job\)$/.exec(
        dashboard.templating.list.find(({ name }) => name === 'job')?.definition ?? '',
      ) ?? []
    expect(familyOf(series)?.type).toBe('gauge')
  })

  it('have unique ids and names', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    for (const { for: lasting } of alerts) expect(lasting).toMatch(/^\d+m$/)
  })
})

describe('this test', () => {
  it('detects a misspelled series', () => {
    expect(readExpression('sum(rate(svc_event_total{job=~"$job"}[5m]))').selectors[0]?.name).toBe('svc_event_total')
    expect(familyOf('svc_event_total')).toBeUndefined()
    expect(readExpression('avg_over_time(svc_up[5m])').selectors.map(({ name }) => name)).toEqual([
      'avg_over_time',
      'svc_up',
    ])
  })
})
