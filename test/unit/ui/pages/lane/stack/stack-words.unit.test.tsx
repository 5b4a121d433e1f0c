import { describe, expect, it } from 'vitest'
import type { Hook, Stack } from '../../../../../../ui/src/pages/lane/stack/queries.js'
import { otherPorts, portOf, stateOfStack } from '../../../../../../ui/src/pages/lane/stack/stack-words.js'

const port = (number: number) => ({ port: number, expected: number, listening: true })
const stack = (change: Partial<Stack> = {}): Stack => ({
  available: true,
  provisioned: true,
  slot: 1,
  kind: 'managed',
  hooks: ['boot'],
  profileDir: '/shop/.svc/profile',
  services: [
    { name: 'web', pid: 1, alive: true },
    { name: 'api', pid: 2, alive: true },
  ],
  ports: { WEB: port(3001), DB: port(5433) },
  database: null,
  redisIndex: null,
  steppedAside: false,
  up: true,
  healthy: true,
  logs: [],
  logDir: null,
  lastError: null,
  lastErrorMessage: null,
  jobs: [],
  ...change,
})
const running = (hook: Hook['hook'], job: string): Hook => ({
  hook,
  available: true,
  running: { job, since: '2026-07-01T10:00:00.000Z' },
  result: null,
  output: null,
})
const dead = [{ name: 'web', pid: null, alive: false }]

describe('the state of a stack', () => {
  it.each<[string, Partial<Stack>, Hook[], string]>([
    ['all services run', {}, [], 'runs'],
    ['a service has stopped', { services: dead }, [], 'fails'],
    ['it is brought up', { up: false, services: dead, jobs: ['a'] }, [], 'busy'],
    ['its boot hook runs', { up: false, jobs: ['a'] }, [running('boot', 'a')], 'busy'],
    ['only another hook runs', { up: false, services: dead, jobs: ['a'] }, [running('seed', 'a')], 'fails'],
    ['it was never brought up', { provisioned: false, services: [], up: false }, [], 'down'],
    ['it could not be brought up', { provisioned: false, up: false, lastError: 'EBOOT' }, [], 'errs'],
    ['it is not healthy', { healthy: false, lastError: 'EUNHEALTHY' }, [], 'errs'],
    ['its profile has no services', { services: [] }, [], 'empty'],
  ])('%s', (_, change, hooks, says) => {
    expect(stateOfStack(stack(change), hooks).says).toBe(says)
  })

  it('counts the services that fail', () => {
    expect(stateOfStack(stack({ services: [...dead, { name: 'api', pid: 2, alive: true }] }), [])).toMatchObject({
      count: 2,
      failing: 1,
    })
  })
})

describe('a port', () => {
  it('belongs to the service of its name, in any case', () => {
    expect(portOf(stack(), 'web')?.port).toBe(3001)
    expect(portOf(stack(), 'api')).toBeUndefined()
    expect(otherPorts(stack()).map(([name]) => name)).toEqual(['DB'])
  })
})
