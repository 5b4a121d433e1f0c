import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, startApp } from '../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
  await app.hook('UserPromptSubmit', { session_id: 'm1', prompt: 'hi' })
})
afterAll(() => app.close())

/** Returns the lines of the families with a prefix, without that prefix. */
const told = (text: string, prefix: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => new RegExp(`^(# (HELP|TYPE) )?${prefix}_`).test(line))
    .map((line) => line.replace(`${prefix}_`, ''))

it("exposes the ten families of the contract under the peer's names too, so that its dashboards keep working", async () => {
  const { text } = await app.send('/api/metrics')
  const peers = told(text, 'ccam')
  expect(told(text, 'svc')).toEqual(expect.arrayContaining([...peers]))
  expect(peers.filter((line) => line.startsWith('# TYPE')).toSorted()).toEqual([
    '# TYPE agents gauge',
    '# TYPE build_info gauge',
    '# TYPE events_total counter',
    '# TYPE process_resident_memory_bytes gauge',
    '# TYPE process_uptime_seconds gauge',
    '# TYPE remote_sources gauge',
    '# TYPE sessions gauge',
    '# TYPE tokens_total counter',
    '# TYPE up gauge',
    '# TYPE websocket_clients gauge',
  ])
  expect(peers).toContain('sessions{status="active"} 1')
  expect(peers).toContain('sessions{status="abandoned"} 0')
})

it('exposes each family once, in valid lines only', async () => {
  const { text } = await app.send('/api/metrics')
  const types = text.split('\n').filter((line) => line.startsWith('# TYPE'))
  expect(new Set(types).size).toBe(types.length)
  const odd = text
    .split('\n')
    .filter((line) => line !== '' && !/^(# (HELP|TYPE) \S|[a-z_]+(\{[^}]*\})? \S+$)/.test(line))
  expect([odd, text.endsWith('\n')]).toEqual([[], true])
})
