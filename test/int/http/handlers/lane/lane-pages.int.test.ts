import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

interface Page {
  readonly lanes: readonly { readonly id: number; readonly panes: readonly unknown[] }[]
  readonly next_cursor?: string
}

it('pages of lanes contain each lane once, the one that changed last first', async () => {
  const created: number[] = []
  for (let count = 0; count < 7; count++) {
    const cwd = join(app.folder, `lane-${count}`)
    mkdirSync(cwd)
    const { json } = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })
    created.push(json.lane.id)
  }
  const found: number[] = []
  for (let page = await app.get<Page>('/api/lanes?limit=3'); ; ) {
    found.push(...page.lanes.map(({ id }) => id))
    if (page.next_cursor === undefined) break
    expect(page.lanes.length).toBe(3)
    page = await app.get<Page>(`/api/lanes?limit=3&cursor=${page.next_cursor}`)
  }
  expect(found).toEqual(created.toReversed())
  const all = await app.get<Page>('/api/lanes')
  expect([Object.keys(all), all.lanes.length, all.lanes[0]?.panes]).toEqual([['lanes'], 7, []])
  expect((await app.get<Page>('/api/lanes?limit=7')).next_cursor).toBeUndefined()
  expect((await app.get<Page>('/api/lanes?limit=0&cursor=nonsense')).lanes.length).toBe(1)
})
