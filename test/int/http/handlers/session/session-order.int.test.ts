import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type Use, writeTranscripts } from '../../../../support/pricing/account.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Sessions = RouteAnswer<'GET /api/sessions'>
type Session = Sessions['sessions'][number]

const DAY = 86_400_000
/** A session that lasts `days` and is priced by its web searches. */
const lasting = (session: string, days: number, searches: number): Use[] => {
  const begin = Date.UTC(2026, 8, 1)
  return [begin, begin + days * DAY].map((at) => ({
    session,
    model: 'claude-sonnet-4-5',
    at: new Date(at).toISOString(),
    executions: 0,
    searches,
  }))
}

let app: App
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-order-'))
  const plans = [
    ['short', 1, 5],
    ['long', 9, 1],
    ['middle', 4, 9],
    ['same', 4, 9],
    ['runs', 2, 3],
  ] as const
  writeTranscripts(
    join(folder, 'claude'),
    plans.flatMap(([name, days, searches]) => lasting(`session-${name}`, days, searches)),
  )
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
  // It started long ago and its last prompt is new: the longest session.
  await app.hook('UserPromptSubmit', { session_id: 'session-runs', prompt: 'go on' })
  await app.hook('SessionStart', { session_id: 'session-new', source: 'startup' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const listed = (query: string): Promise<Sessions> => app.get<Sessions>(`/api/sessions?${query}`)
const names = ({ sessions }: Sessions): string[] => sessions.map(({ id }) => id.replace('session-', ''))
const durationOf = ({ started_at, ended_at, last_activity }: Session): number =>
  Date.parse(ended_at ?? last_activity ?? '') - Date.parse(started_at ?? '')

const figures = [
  ['duration', durationOf],
  ['price', ({ cost }: Session): number => cost ?? 0],
] as const

describe('sessions sorted by', () => {
  it.each(figures)('%s are paged in both directions', async (sort_by, figure) => {
    const all = await listed(`sort_by=${sort_by}`)
    const values = all.sessions.map(figure)
    expect(values).toEqual(values.toSorted((a, b) => b - a))
    expect(new Set(values).size).toBeGreaterThan(3)
    expect(names(await listed(`sort_by=${sort_by}&sort_desc=false`))).toEqual(names(all).toReversed())
    for (const offset of [0, 1, 2, 3, 4, 5, 6]) {
      const page = await listed(`sort_by=${sort_by}&limit=2&offset=${offset}`)
      expect(names(page)).toEqual(names(all).slice(offset, offset + 2))
      expect(page.total).toBe(6)
    }
  })

  it('duration can be filtered by status', async () => {
    expect(names(await listed('sort_by=duration&status=active'))).toEqual(['runs', 'new'])
    expect(names(await listed('sort_by=duration&status=completed'))[0]).toBe('long')
  })

  it('price can be filtered by text and status', async () => {
    const dear = names(await listed('sort_by=price&q=session-'))
    expect(dear.slice(0, 2).toSorted()).toEqual(['middle', 'same'])
    expect(names(await listed('sort_by=price&status=active'))).toEqual(['runs', 'new'])
  })
})
