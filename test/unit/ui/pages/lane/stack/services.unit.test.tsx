import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { callerQuery } from '../../../../../../ui/src/api/queries.js'
import type { Stack } from '../../../../../../ui/src/pages/lane/stack/queries.js'
import { Services } from '../../../../../../ui/src/pages/lane/stack/services.js'

const STACK: Stack = {
  available: true,
  provisioned: true,
  slot: 1,
  kind: 'managed',
  hooks: [],
  profileDir: '/shop/.svc/profile',
  services: [{ name: 'web', pid: 1, alive: true }],
  ports: { WEB: { port: 3001, expected: 3001, listening: true } },
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
}

const shownTo = (caller: object | undefined): void => {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  if (caller !== undefined) queries.setQueryData(callerQuery.queryKey, caller as never)
  render(
    <QueryClientProvider client={queries}>
      <Services id="1" stack={STACK} chosen={undefined} onChoose={() => undefined} />
    </QueryClientProvider>,
  )
}

afterEach(cleanup)

it('the port of a service is a link where nobody signs in', () => {
  shownTo({ mode: 'local' })
  expect(screen.getByRole('link').getAttribute('href')).toBe(`http://${location.hostname}:3001`)
})

it.each([
  ['where people sign in', { mode: 'server', user: { id: 1, role: 'member' } }],
  ['before it is known', undefined],
])('the port of a service is no link %s: the service would get the cookie of its visitor', (_, caller) => {
  shownTo(caller)
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText(':3001')).toBeTruthy()
})
