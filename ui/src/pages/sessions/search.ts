import { type SessionOrder, SESSION_ORDERS } from '../../../../src/domain/session/list-order.js'
import { type Situation, SITUATIONS } from '../../../../src/domain/session/status.js'
import { type Provider, PROVIDERS } from '../../api/tools.js'
import { textOf } from '../../events/search.js'
import { isRange, type RangeName } from './range.js'

/** A filter of one value is that value, of several their list: so an address with one value stays readable. */
export type Some<T extends string> = T | readonly T[]

export interface SessionsSearch {
  readonly q?: string
  readonly state?: Some<Situation>
  readonly provider?: Some<Provider>
  readonly model?: Some<string>
  readonly cwd?: Some<string>
  readonly source?: Some<string>
  readonly tag?: Some<string>
  /** The id of a lane. */
  readonly lane?: number
  /** A period that moves with the time, or `from` and `to`: civil days, both inclusive. */
  readonly range?: RangeName
  readonly from?: string
  readonly to?: string
  /** By last activity unless it says otherwise. */
  readonly sort?: Exclude<SessionOrder, 'time'>
  readonly ascending?: true
}

/** Returns the values of a filter. */
export const many = <T extends string>(some: Some<T> | undefined): readonly T[] =>
  some === undefined ? [] : typeof some === 'string' ? [some] : some

/** Returns a filter of the values; undefined for none. */
export const some = <T extends string>(values: readonly T[]): Some<T> | undefined =>
  values.length <= 1 ? values[0] : values

const DAY = /^\d{4}-\d{2}-\d{2}$/
const ORDERS = SESSION_ORDERS.filter((order) => order !== 'time')

/** What older addresses and saved views filtered by. */
const OF_STATUS: Readonly<Record<string, readonly Situation[]>> = {
  active: ['needs_you', 'working', 'your_turn', 'interrupted', 'ready'],
  completed: ['done'],
  error: ['failed'],
  abandoned: ['abandoned'],
}

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? [])

/** The filters and the order of the page are in its address: they survive a reload and can be sent to someone. */
export function sessionsSearch(given: Record<string, unknown>): SessionsSearch {
  const status = textOf(given['status'])
  const states = texts(given['state'])
  const chosen = {
    q: textOf(given['q']),
    state: some([
      ...SITUATIONS.filter((situation) => states.includes(situation)),
      ...(status === undefined || states.length > 0 ? [] : (OF_STATUS[status] ?? [])),
    ]),
    provider: some(PROVIDERS.filter((provider) => texts(given['provider']).includes(provider))),
    model: some(texts(given['model'])),
    cwd: some(texts(given['cwd'])),
    source: some(texts(given['source'])),
    tag: some(texts(given['tag'])),
    lane: laneOf(given['lane']),
    ...period(given),
    sort: ORDERS.find((order) => order === given['sort']),
    ascending: given['ascending'] === true ? true : undefined,
  }
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)) as SessionsSearch
}

const laneOf = (given: unknown): number | undefined =>
  typeof given === 'number' && Number.isSafeInteger(given) && given > 0 ? given : undefined

const period = (given: Record<string, unknown>): Pick<SessionsSearch, 'range' | 'from' | 'to'> => {
  const { range } = given
  if (isRange(range)) return { range }
  const [from, to] = [textOf(given['from']), textOf(given['to'])].map((day) =>
    day !== undefined && DAY.test(day) ? day : undefined,
  )
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** Whether anything but the order is chosen. */
export const isFiltered = (search: SessionsSearch): boolean =>
  Object.keys(search).some((name) => name !== 'sort' && name !== 'ascending')

/** Returns the search without its filters. */
export const unfiltered = ({ sort, ascending }: SessionsSearch): SessionsSearch => ({
  ...(sort === undefined ? {} : { sort }),
  ...(ascending === undefined ? {} : { ascending }),
})
