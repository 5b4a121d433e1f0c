import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EventIndex, expressionOf } from '../../../../../src/adapters/sqlite/side/event-index.js'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { tidy } from '../../../../../src/adapters/sqlite/side/tidying.js'
import { localPrincipal, visibilityWithin } from '../../../../../src/domain/access/visibility.js'
import type { New } from '../../../../../src/events/envelope.js'
import type { EventSearch } from '../../../../../src/projections/queries/event-search.js'
import { type EventShape, listEvents } from '../../../../../src/projections/queries/events.js'
import { callLine } from '../../../../support/kernel/call-lines.js'
import { erase } from '../../../../support/kernel/erasing.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'

const everything = visibilityWithin(localPrincipal, 'all')
const all = {
  limit: 500,
  offset: 0,
  sources: [],
  providers: [],
  event_type: [],
  tool_name: [],
  agent_id: [],
  session_id: [],
  from: undefined,
  to: undefined,
} as const
const search = (q: string, more: Partial<EventSearch> = {}): EventSearch => ({ ...all, q, ...more })

let at = 0
const hook = (text: string, kind = 'Notification'): New => ({
  type: 'hook-received',
  occurredAt: ++at,
  by: 'local',
  via: 'hook',
  data: { kind, provider: 'claude', payload: { message: text } },
  json: `{"kind":${JSON.stringify(kind)},"provider":"claude","payload":${JSON.stringify({ message: text })}}`,
})

let kernel: Kernel
let folder: string
let file: SideFile
let index: EventIndex
const open = (): void => {
  file = new SideFile(join(kernel.folder, 'switchyard.db'), join(folder, 'side.db'))
  index = new EventIndex(file)
}
beforeEach(() => {
  at = 0
  kernel = openKernel()
  folder = mkdtempSync(join(tmpdir(), 'switchyard-search-'))
  open()
})
afterEach(async () => {
  file.close()
  await kernel.close()
  rmSync(folder, { recursive: true, force: true })
})
const catchUp = (): void => {
  if (file.isOutdated()) index.startOver()
  while (index.advance());
}

/** Matches without an index: the summary, the tool name or the data contains the text, with the case rules of LIKE. */
const holds = (event: EventShape, text: string): boolean => {
  const fold = (value: string): string => value.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return [event.summary, event.tool_name, event.data].some((value) => fold(value ?? '').includes(fold(text)))
}
const idsOf = (page: { readonly events: readonly EventShape[] }): readonly number[] => page.events.map(({ id }) => id)
const expected = (text: string): readonly number[] =>
  idsOf({ events: listEvents(kernel.projector.db, everything, all).events.filter((event) => holds(event, text)) })

describe('the event search', () => {
  it('finds the same events as a full scan, with or without the index', async () => {
    const letters = fc.constantFrom('a', 'b', 'A', '%', '_', '"', '\\', 'é', '日', ' ', '\n', '🙂')
    const text = fc.string({ unit: letters, maxLength: 12 })
    const needle = fc.string({ unit: letters, minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        fc.array(needle, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (texts, needles, indexed) => {
          await kernel.append(
            's',
            texts.map((line) => hook(line)),
            true,
          )
          if (indexed) catchUp()
          for (const q of needles) {
            const found = index.find(everything, search(q))
            expect(idsOf(found)).toEqual(expected(q))
            expect(found.total).toBe(expected(q).length)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('counts up to a cap and returns the newest events first, for any recording order', async () => {
    const cap = 4
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { minLength: 1, maxLength: 14 }),
        fc.nat({ max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat({ max: 3 }),
        async (happened, indexed, limit, again) => {
          const capped = new EventIndex(file, cap)
          for (const [i, [time, isNeedle]] of happened.entries()) {
            await kernel.append('s', [{ ...hook(isNeedle ? 'needle' : 'hay'), occurredAt: time }])
            if (i === indexed) while (capped.advance());
            // The cached result is extended by the next search.
            if (i % 4 === again) capped.find(everything, search('needle', { limit: 1 }))
          }
          const all = expected('needle')
          for (const offset of [0, 1, 3, 7]) {
            const found = capped.find(everything, search('needle', { limit, offset }))
            expect(idsOf(found)).toEqual(all.slice(offset, offset + limit))
            expect([found.total, found.total_capped]).toEqual(all.length > cap ? [cap, true] : [all.length, undefined])
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('caches a search and adds new events to it', async () => {
    await kernel.append('s', [hook('needle one'), hook('hay')])
    catchUp()
    expect(index.find(everything, search('needle')).total).toBe(1)
    await kernel.append('s', [hook('needle two'), hook('hay')])
    expect(idsOf(index.find(everything, search('needle')))).toEqual(expected('needle'))
    catchUp()
    await kernel.append('s', [hook('needle three')])
    const found = index.find(everything, search('needle', { limit: 1, offset: 1 }))
    expect([found.total, idsOf(found)]).toEqual([3, [expected('needle')[1]]])
  })

  it('invalidates the cached count when a row is deleted', async () => {
    await kernel.append('s', [hook('needle one'), hook('needle two'), hook('hay')])
    catchUp()
    expect(index.find(everything, search('needle')).total).toBe(2)
    kernel.connection.exec(`delete from p_event where id = 1`)
    kernel.connection.exec(`update p_event_group set n = n - 1`)
    expect(index.find(everything, search('needle')).total).toBe(1)
  })

  it('finds the copy in a fork when the parent is erased, also when the copy was read before', async () => {
    const line = callLine('toolu_0123456789abcdef', 'Needle', 1)
    await kernel.append('parent', [line])
    await kernel.append('fork', [line])
    catchUp()
    expect(idsOf(index.find(everything, search('tool: Needle')))).toEqual([1])
    await erase(kernel, ['parent'])
    index.forget([1])
    catchUp()
    expect(idsOf(index.find(everything, search('tool: Needle')))).toEqual([2])
  })

  it('filters like the event list', async () => {
    await kernel.append('s', [hook('needle'), hook('needle', 'Other'), hook('hay', 'Other')])
    await kernel.append('t', [hook('needle')])
    catchUp()
    expect(index.find(everything, search('needle', { event_type: ['Other'] })).total).toBe(1)
    expect(index.find(everything, search('needle', { session_id: ['t'] })).total).toBe(1)
    expect(index.find(everything, search('needle', { from: at })).total).toBe(1)
    expect(index.find({ ...everything, scope: 'nothing' } as never, search('needle')).total).toBe(0)
  })

  it('does not match the record around a payload', async () => {
    await kernel.append('s', [hook('hay')])
    catchUp()
    for (const word of ['provider', 'payload', '"kind"', 'hay"}}'])
      expect(index.find(everything, search(word)).total).toBe(0)
  })

  it('is rebuilt after a rebuild of the tables and from a damaged file', async () => {
    await kernel.append('s', [hook('needle')])
    catchUp()
    await kernel.projector.rebuild(() => undefined)
    catchUp()
    expect(index.find(everything, search('needle')).total).toBe(1)
    file.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `side.db${suffix}`), { force: true })
    writeFileSync(join(folder, 'side.db'), Buffer.alloc(8192, 7))
    open()
    catchUp()
    expect(index.find(everything, search('needle')).total).toBe(1)
  })

  it('rebuilds the file when another release created its tables', async () => {
    await kernel.append('s', [hook('needle')])
    catchUp()
    file.own.exec(`update state set version = '5'; alter table digest drop column owner`)
    file.close()
    open()
    catchUp()
    expect(index.find(everything, search('needle')).total).toBe(1)
    expect(file.own.prepare('select owner from digest').all()).toEqual([])
  })

  it('removes forgotten text from its files', async () => {
    await kernel.append('s', [hook('zqxjkvbpyg'), hook('hay')])
    catchUp()
    expect(readFileSync(join(folder, 'side.db-wal')).includes('zqx')).toBe(true)
    index.forget([1])
    expect(index.find(everything, search('zqxjkvbpyg')).total).toBe(0)
    while (tidy(file, 'event_text'));
    const files = ['side.db', 'side.db-wal'].map((name) => readFileSync(join(folder, name)))
    for (const trigram of ['zqx', 'jkv', 'pyg']) expect(files.some((bytes) => bytes.includes(trigram))).toBe(false)
  })
})

describe('the search expression of a text', () => {
  const alike = (): number => 0

  it('has trigrams as phrases with doubled quotes, and is null under three letters', () => {
    expect(expressionOf('abcd', alike)).toBe('"abc" AND "bcd"')
    expect(expressionOf('a"b', alike)).toBe('"a""b"')
    expect(expressionOf('ab', alike)).toBeNull()
    expect(expressionOf('🙂ab', alike)).toBe('"🙂ab"')
    expect(expressionOf('aaaaaa', alike)).toBe('"aaa"')
  })

  it('has only a few trigrams for a long text, spread over the text', () => {
    const letters = Array.from({ length: 900 }, (_, i) => String.fromCharCode(200 + i))
    const phrases = expressionOf(letters.join(''), alike)?.split(' AND ') ?? []
    expect(phrases).toHaveLength(6)
    const at = phrases.map((phrase) => letters.indexOf(phrase.slice(1, 2)))
    expect(Math.min(...at.slice(1).map((place, i) => place - (at[i] ?? 0)))).toBeGreaterThan(100)
  })

  it('has the rarest trigrams', () => {
    const often = new Set(['toolu_', 'project'].flatMap((word) => expressionOf(word, alike)?.split(' AND ') ?? []))
    const phrases = expressionOf('toolu_0145project', (trigram) => (often.has(`"${trigram}"`) ? 9 : 1))?.split(' AND ')
    expect(phrases).toEqual(['"u_0"', '"_01"', '"014"', '"145"', '"45p"', '"5pr"'])
  })
})
