import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

const acquire = (name: string, holder: unknown) =>
  app.send<{ acquired: boolean; holder?: string; since?: number; ageSec?: number }>(`/api/locks/${name}/acquire`, {
    method: 'POST',
    body: { holder },
  })
const release = (name: string, holder: string) =>
  app.send(`/api/locks/${name}/release`, { method: 'POST', body: { holder } })
const list = async () =>
  (await app.get<{ locks: { name: string; holder: string; since: number }[] }>('/api/locks')).locks

describe('named locks', () => {
  it('have one winner among 20 holders that ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => acquire('db', `holder ${i}`)))
    expect(answers.filter(({ status }) => status === 200).map(({ json }) => json)).toEqual([{ acquired: true }])
    const [held] = await list()
    for (const { json } of answers.filter(({ status }) => status === 409))
      expect(json).toEqual({ acquired: false, holder: held?.holder, since: held?.since, ageSec: expect.any(Number) })
  })

  it('stay with a holder that asks again, with their time', async () => {
    await acquire('db', 'ada')
    const before = await list()
    expect((await acquire('db', 'ada')).json).toEqual({ acquired: true })
    expect(await list()).toMatchObject(before.map(({ name, holder, since }) => ({ name, holder, since })))
  })

  it('are released by their holder only', async () => {
    await acquire('db', 'ada')
    expect(await release('db', 'ben')).toMatchObject({
      status: 409,
      json: { error: { code: 'ENOTHOLDER', currentHolder: 'ada' } },
    })
    expect((await release('db', 'ada')).json).toEqual({ ok: true })
    expect(await list()).toEqual([])
    expect((await release('db', 'ada')).status).toBe(404)
  })

  it('are independent of each other, and listed by name', async () => {
    await acquire('web', 'ada')
    await acquire('db:migrate', 'ben')
    expect((await list()).map(({ name, holder }) => [name, holder])).toEqual([
      ['db:migrate', 'ben'],
      ['web', 'ada'],
    ])
  })
})
