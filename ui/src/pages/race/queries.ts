import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { RaceFacts } from '../../api/types.js'

/** The races that are not decided, and the newest that are. The socket says when one changes. */
export const racesQuery = queryOptions({
  queryKey: keys.races,
  queryFn: async ({ signal }) => (await call('GET /api/races', { signal })).races,
})

/** What agents cost and change has no message of its own. */
const WORKING_MS = 5000
const AT_REST_MS = 30_000
/** The changes of a lane are read after the first request for them. */
const UNREAD_MS = 1000
/** Git cannot read every lane. */
const MOST_UNREAD = 10

/** Whether an agent of a race works, starts or waits for an answer. */
export const isUnderWay = ({ racers }: Pick<RaceFacts, 'racers'>): boolean =>
  racers.some(({ state }) => state === 'starts' || state === 'works' || state === 'waits')

/** When a race is read again. */
const restMs = ({ racers }: RaceFacts, reads: number): number => {
  const isUnread = racers.some(({ state, changes }) => changes === null && state !== 'gone')
  if (isUnread && reads < MOST_UNREAD) return UNREAD_MS
  return isUnderWay({ racers }) ? WORKING_MS : AT_REST_MS
}

/** What the agents of a race did so far. */
export const raceQuery = (id: string) =>
  queryOptions({
    staleTime: 0,
    queryKey: [...keys.races, id],
    queryFn: ({ signal }) => call('GET /api/races/:id', { params: { id }, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data === undefined ? AT_REST_MS : restMs(data, dataUpdateCount),
  })
