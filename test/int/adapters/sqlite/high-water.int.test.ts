import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { lostEvents, openHighWater } from '../../../../src/adapters/sqlite/high-water.js'

const FOUND = Date.UTC(2026, 0, 2)

let folder: string
let log: Database.Database
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-mark-'))
  log = new Database(':memory:')
  log.exec('create table log (position integer primary key, id text not null)')
  said = []
})
afterEach(() => {
  log.close()
  rmSync(folder, { recursive: true, force: true })
})

const append = (...positions: readonly number[]): void => {
  for (const position of positions) log.prepare('insert into log values (?, ?)').run(position, `e${position}`)
}
const remove = (from: number): unknown => log.prepare('delete from log where position >= ?').run(from)
/** Starts, stores these events, and ends. */
const run = (...positions: readonly number[]): void => {
  const mark = openHighWater(
    folder,
    log,
    () => FOUND,
    (line) => said.push(line),
  )
  for (const position of positions) {
    append(position)
    mark.reached({ position, id: `e${position}` })
  }
  mark.close()
}

describe('the high-water mark', () => {
  it('says nothing about a log that has every event, also at the first start', () => {
    run()
    run(1, 2, 3)
    run(4)
    run()
    expect([said, lostEvents(folder)]).toEqual([[], null])
  })

  it('says how many events are missing at most, until the user deletes the note', () => {
    run(...Array.from({ length: 162 }, (_, n) => n + 1))
    remove(94)
    run()
    expect(said).toEqual([expect.stringMatching(/^up to 69 stored events are missing: .*lost-events\.json/)])
    expect(lostEvents(folder)).toEqual({ found_at: '2026-01-02T00:00:00.000Z', missing: 69 })
    run(94)
    expect([said.length, lostEvents(folder)?.missing]).toEqual([1, 69])
    rmSync(join(folder, 'lost-events.json'))
    expect(lostEvents(folder)).toBeNull()
  })

  it('is written soon after the events are stored, so that a kill loses little of it', async () => {
    const mark = openHighWater(folder, log, Date.now, (line) => said.push(line))
    for (const position of [1, 2, 3]) mark.reached({ position, id: `e${position}` })
    await until('the mark', () => readFileSync(join(folder, 'log.mark'), 'utf8').endsWith('3 e3\n'))
    mark.close()
  })

  it('finds a log that continued without the events', () => {
    run(1, 2, 3)
    remove(2)
    append(2)
    log.prepare('insert into log values (3, ?)').run('another')
    run()
    expect(lostEvents(folder)).toMatchObject({ missing: null })
  })

  it('does not take erased events, or those of a command without the service, for missing ones', () => {
    run(1, 2, 3)
    append(4)
    log.prepare('delete from log where position = 3').run()
    run(5)
    append(6)
    run()
    expect([said, lostEvents(folder)]).toEqual([[], null])
  })

  it.each(['', 'nonsense', '0000000000000003', '{}'])('ignores a mark that cannot be read: %j', (text) => {
    run(1, 2, 3)
    writeFileSync(join(folder, 'log.mark'), text)
    remove(2)
    run()
    expect([said, lostEvents(folder)]).toEqual([[], null])
  })

  it('is a private file of one line, however many events there were', () => {
    run(1, 2, 3)
    const file = join(folder, 'log.mark')
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['0000000000000003 e3\n', 0o600])
  })
})
