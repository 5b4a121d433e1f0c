import { beforeEach, describe, expect, it } from 'vitest'
import { createRowStore, type RowStore } from '../../../../ui/src/store/row-store.js'

interface Row {
  readonly id: string
  readonly value: number
}

let store: RowStore<Row>
let frames: (() => void)[]
let urgent: boolean[]
const frame = (): void => {
  for (const flush of frames.splice(0)) flush()
}

beforeEach(() => {
  frames = []
  urgent = []
  store = createRowStore<Row>({
    idOf: (row) => row.id,
    later: (flush, isUrgent) => {
      frames.push(flush)
      urgent.push(isUrgent)
    },
    isUrgent: (row, before) => row.value < 0 && (before?.value ?? 0) >= 0,
  })
})

describe('subscribers', () => {
  it('are notified of their own row only, at most once per frame', () => {
    const told: string[] = []
    store.subscribe('a', () => told.push('a'))
    store.subscribe('b', () => told.push('b'))
    store.put({ id: 'a', value: 1 })
    store.put({ id: 'a', value: 2 })
    expect(told).toEqual([])
    frame()
    expect(told).toEqual(['a'])
    expect(store.get('a')?.value).toBe(2)
  })

  it('of all rows are notified once per frame', () => {
    let told = 0
    store.subscribeAll(() => (told += 1))
    store.put({ id: 'a', value: 1 })
    store.put({ id: 'b', value: 1 })
    frame()
    expect(told).toBe(1)
  })

  it('are notified of an urgent change at once, with pending changes, and only once', () => {
    const told: string[] = []
    store.subscribe('a', () => told.push('a'))
    store.subscribe('b', () => told.push('b'))
    store.subscribeAll(() => told.push('all'))
    store.put({ id: 'a', value: 1 })
    store.put({ id: 'b', value: -1 })
    store.put({ id: 'b', value: -2 })
    expect(urgent).toEqual([false, true])
    frame()
    expect(told).toEqual(['a', 'b', 'all'])
  })

  it('are not notified by a frame that an urgent change replaced', () => {
    let told = 0
    store.subscribeAll(() => (told += 1))
    store.put({ id: 'a', value: 1 })
    store.put({ id: 'b', value: -1 })
    const [waited, atOnce] = frames
    atOnce?.()
    store.put({ id: 'a', value: 2 })
    waited?.()
    expect(told).toBe(1)
  })

  it('see earlier changes; without subscribers no frame is requested', () => {
    store.put({ id: 'a', value: 1 })
    expect(frames).toEqual([])
    let told = 0
    store.subscribe('a', () => (told += 1))
    expect(store.get('a')?.value).toBe(1)
    store.put({ id: 'a', value: 2 })
    frame()
    expect(told).toBe(1)
  })

  it('are not notified after they unsubscribe', () => {
    let told = 0
    store.subscribe('a', () => (told += 1))()
    store.put({ id: 'a', value: 1 })
    frame()
    expect(told).toBe(0)
  })
})

describe('a response of the service', () => {
  it('does not overwrite rows that the socket updated after the request', () => {
    const mark = store.mark()
    store.put({ id: 'a', value: 2 })
    store.replace([{ id: 'a', value: 1 }], mark)
    expect(store.get('a')?.value).toBe(2)
  })

  it('removes the rows it does not contain, except those added after the request', () => {
    store.put({ id: 'gone', value: 1 })
    const mark = store.mark()
    store.put({ id: 'new', value: 1 })
    store.replace([], mark)
    expect(store.all().map((row) => row.id)).toEqual(['new'])
  })

  it('with some rows keeps the others', () => {
    store.put({ id: 'other', value: 1 })
    store.merge([{ id: 'a', value: 1 }], store.mark())
    expect(store.all()).toHaveLength(2)
  })
})

it('returns the same array of all rows until one changes', () => {
  store.put({ id: 'a', value: 1 })
  const before = store.all()
  expect(store.all()).toBe(before)
  store.put({ id: 'a', value: 2 })
  expect(store.all()).not.toBe(before)
})
