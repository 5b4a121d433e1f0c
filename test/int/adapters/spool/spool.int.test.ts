import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drainSpool, type TakeSpooled } from '../../../../src/adapters/spool/drain.js'
import { watchSpool } from '../../../../src/adapters/spool/watch.js'
import { until } from '../../../support/agents/until.js'

let spool: string
let taken: string[]
const take: TakeSpooled = (hook) => {
  taken.push(hook.delivery)
  return Promise.resolve('committed')
}
const files = (folder = spool) => readdirSync(folder).toSorted()
const put = (at: number, delivery: string, ending = 'hook') =>
  writeFileSync(join(spool, `${at}-${delivery}.${ending}`), `1 ${delivery} ${at} 7 claude\n{"n":1}`)

beforeEach(() => {
  spool = mkdtempSync(join(tmpdir(), 'switchyard-'))
  taken = []
})
afterEach(() => rmSync(spool, { recursive: true, force: true }))

const noon = 1_700_000_000_000

describe('draining the spool', () => {
  it('ingests hooks in order of time and deletes each once it is committed', async () => {
    const expected = Array.from({ length: 150 }, (_, n) => `d${n}`)
    for (const n of expected.keys()) put(noon + ((n * 77) % 150), `d${(n * 77) % 150}`)
    expect(await drainSpool(spool, take)).toEqual({ committed: 150, bad: 0, left: 0 })
    expect(taken).toEqual(expected)
    expect(files()).toEqual([])
  })

  it('leaves files that are still being written', async () => {
    put(noon, 'half', 'tmp')
    expect(await drainSpool(spool, take)).toEqual({ committed: 0, bad: 0, left: 0 })
    expect(files()).toEqual([`${noon}-half.tmp`])
  })

  it('moves invalid and rejected hooks to the bad folder and continues', async () => {
    writeFileSync(join(spool, `${noon}-x.hook`), 'garbage')
    put(noon + 1, 'refused')
    put(noon + 2, 'good')
    mkdirSync(join(spool, `${noon}-folder.hook`))
    const report = await drainSpool(spool, (hook) =>
      hook.delivery === 'refused' ? Promise.resolve('refused') : take(hook),
    )
    expect(report).toEqual({ committed: 1, bad: 2, left: 0 })
    expect(taken).toEqual(['good'])
    expect(files(join(spool, 'bad'))).toEqual([`${noon}-x.hook`, `${noon + 1}-refused.hook`])
    expect(readFileSync(join(spool, 'bad', `${noon}-x.hook`), 'utf8')).toBe('garbage')
  })

  it('keeps the newest 100 bad files', async () => {
    for (let n = 100; n < 230; n++) writeFileSync(join(spool, `${n}.hook`), '')
    expect(await drainSpool(spool, take)).toMatchObject({ bad: 130 })
    expect(files(join(spool, 'bad'))).toHaveLength(100)
    expect(files(join(spool, 'bad'))[0]).toBe('130.hook')
  })

  it('leaves a hook that could not be committed for a retry', async () => {
    put(noon, 'a')
    put(noon + 1, 'b')
    const failing: TakeSpooled = (hook) => (hook.delivery === 'a' ? Promise.reject(new Error('disk full')) : take(hook))
    expect(await drainSpool(spool, failing)).toEqual({ committed: 1, bad: 0, left: 1 })
    expect(await drainSpool(spool, take)).toEqual({ committed: 1, bad: 0, left: 0 })
    expect(taken).toEqual(['b', 'a'])
  })
})

describe('watching the spool', () => {
  it('drains existing hooks, new hooks and hooks that failed before', async () => {
    put(noon, 'before')
    let failures = 1
    const watch = watchSpool(spool, {
      pollMs: 20,
      take: (hook) => (failures-- > 0 ? Promise.reject(new Error('not yet')) : take(hook)),
    })
    await until('the hook that failed once', () => taken.includes('before'))
    put(noon + 1, 'new', 'tmp')
    renameSync(join(spool, `${noon + 1}-new.tmp`), join(spool, `${noon + 1}-new.hook`))
    await until('the new hook', () => taken.includes('new'))
    await watch.close()
    expect(taken).toEqual(['before', 'new'])
    expect(files()).toEqual([])
  })

  it('detects a new hook without polling', async () => {
    const watch = watchSpool(spool, { pollMs: 3_600_000, take })
    await watch.settled()
    put(noon, 'new')
    await until('the new hook', () => taken.includes('new'))
    await watch.close()
  })

  it('ingests a hook once when drains are requested concurrently', async () => {
    put(noon, 'a')
    const watch = watchSpool(spool, { pollMs: 1, take })
    await Promise.all(Array.from({ length: 20 }, () => watch.settled()))
    await watch.close()
    expect(taken).toEqual(['a'])
  })

  it('finishes the current drain before it closes', async () => {
    put(noon, 'a')
    const watch = watchSpool(spool, { take })
    await watch.close()
    expect(taken).toEqual(['a'])
    expect(files()).toEqual([])
  })

  it('recovers when the spool folder is deleted and created again', async () => {
    const errors: unknown[] = []
    const watch = watchSpool(spool, { pollMs: 10, take, onError: (error) => errors.push(error) })
    await watch.settled()
    rmSync(spool, { recursive: true })
    await until('an error', () => errors.length > 0)
    mkdirSync(spool)
    put(noon, 'later')
    await until('the hook', () => taken.includes('later'))
    await watch.close()
  })
})
