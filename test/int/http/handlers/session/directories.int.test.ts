import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

const FOLDERS = ['/home/me/a, b', '/home/me/a', 'b', '/home/me/ends with a space ']

let app: App
beforeAll(async () => {
  app = await startApp()
  for (const cwd of FOLDERS) await app.send('/api/sessions', { method: 'POST', body: { id: `in ${cwd}`, cwd } })
})
afterAll(() => app.close())

const foldersOf = async (...asked: readonly string[]) => {
  const query = new URLSearchParams(asked.map((cwd): [string, string] => ['cwd', cwd]))
  const { sessions, total } = await app.get<RouteAnswer<'GET /api/sessions'>>(`/api/sessions?${query.toString()}`)
  expect(total).toBe(sessions.length)
  return sessions.map(({ cwd }) => cwd ?? '').toSorted()
}

describe('sessions by their directory', () => {
  it.each(FOLDERS)('%j is matched exactly', async (folder) => {
    expect(await foldersOf(folder)).toEqual([folder])
  })

  it('match any of several repeated parameters, and an empty one matches all', async () => {
    expect(await foldersOf('/home/me/a', 'b')).toEqual(['/home/me/a', 'b'])
    expect(await foldersOf('')).toHaveLength(FOLDERS.length)
  })

  it('are counted in the facets of that directory', async () => {
    const { counts } = await app.get<RouteAnswer<'GET /api/sessions/facets'>>(
      `/api/sessions/facets?cwd=${encodeURIComponent('/home/me/a, b')}`,
    )
    expect(counts.status).toEqual([{ value: 'active', count: 1 }])
  })
})
