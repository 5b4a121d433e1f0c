import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Checkpointer, openCheckpointer } from '../../../../src/adapters/sqlite/checkpointer.js'
import { eventIds } from '../../../../src/adapters/ids.js'
import { SqliteLog } from '../../../../src/adapters/sqlite/log.js'
import { DATABASE_FILE, openReader } from '../../../../src/adapters/sqlite/open.js'
import { Projector } from '../../../../src/adapters/sqlite/projector.js'
import type { New } from '../../../../src/events/envelope.js'
import { projections } from '../../../../src/projections/registry.js'
import { until } from '../../../support/agents/until.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const MB = 1024 * 1024
const LIMITS = { long: 8 * MB, much: 16 * MB, tooLong: 1024 * MB }

let kernel: Kernel
let checkpointer: Checkpointer
beforeEach(() => {
  kernel = openKernel()
  checkpointer = openCheckpointer(kernel.connection, join(kernel.folder, DATABASE_FILE), () => undefined, LIMITS)
})
afterEach(async () => {
  await checkpointer.close()
  await kernel.close()
})

const lengthOfLog = (): number => statSync(join(kernel.folder, `${DATABASE_FILE}-wal`)).size

it('an import that waits for room lets the write-ahead log restart, also while hooks arrive', async () => {
  kernel.connection.exec('create table written (data blob)')
  const insert = kernel.connection.prepare('insert into written values (zeroblob(?))')
  const write = (bytes: number): void => void insert.run(bytes)
  let waits = false
  /** Writes up to 100 hooks while the import waits. Without a limit, the hooks alone would keep the log from restarting. */
  const hooks = async (): Promise<void> => {
    for (let came = 0; waits && came < 100; came++) {
      write(4096)
      await setImmediate()
    }
  }
  let longest = 0
  for (let written = 0; written < 320 * MB; written += MB) {
    waits = true
    const came = hooks()
    await checkpointer.room()
    waits = false
    await came
    write(MB)
    longest = Math.max(longest, lengthOfLog())
    await setImmediate()
  }
  expect(longest).toBeGreaterThan(LIMITS.long)
  expect(longest).toBeLessThan(192 * MB)
})

it('the writer checkpoints by itself, without waits, while the thread is down', async () => {
  await checkpointer.close()
  const complaints: string[] = []
  const complain = (line: string): void => void complaints.push(line)
  const copiesItself = (): boolean => kernel.connection.pragma('wal_autocheckpoint', { simple: true }) !== 0
  // The thread fails until its program file exists.
  const program = pathToFileURL(join(kernel.folder, 'program.mjs'))
  checkpointer = openCheckpointer(kernel.connection, join(kernel.folder, DATABASE_FILE), complain, LIMITS, program)
  kernel.connection.exec(`create table written as select zeroblob(${LIMITS.much}) as data`)
  await checkpointer.room()
  expect(copiesItself()).toBe(true)
  const built = pathToFileURL(join(process.env['SWITCHYARD_THREADS'] ?? '', 'checkpoint-worker.js'))
  writeFileSync(program, `await import('${built.href}')`)
  await until('the restart', async () => {
    await checkpointer.copy()
    return !copiesItself()
  })
  expect(complaints).toEqual([expect.stringMatching(/^the checkpoint thread stopped and is restarted/)])
})

describe('without any commit', () => {
  const SMALL = { long: MB / 4, much: MB / 2, tooLong: 1024 * MB }
  const file = (): string => join(kernel.folder, DATABASE_FILE)
  const reopen = async (): Promise<void> => {
    await checkpointer.close()
    checkpointer = openCheckpointer(kernel.connection, file(), () => undefined, SMALL)
  }
  const write = (bytes: number): void => {
    kernel.connection.exec('create table if not exists written (data blob)')
    kernel.connection.prepare('insert into written values (zeroblob(?))').run(bytes)
  }
  const hooks = (count: number): New[] =>
    Array.from({ length: count }, (_, i) => ({
      type: 'hook-received',
      data: { kind: 'UserPromptSubmit', provider: 'claude', payload: { session_id: 's', prompt: `turn ${i}` } },
      occurredAt: 1_763_600_000_000 + i * 1000,
      by: 'local',
      via: 'hook',
    }))

  it('the thread copies every write, also one that is not a commit', async () => {
    await reopen()
    write(SMALL.long)
    const length = lengthOfLog()
    await until('the copy', () => {
      const [row] = kernel.connection.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }]
      return row.checkpointed === row.log
    })
    // The writer would have emptied it.
    expect(lengthOfLog()).toBe(length)
  })

  it('a rebuild waits for room, and its log is copied and stays short', async () => {
    await reopen()
    await kernel.append('s', hooks(3000), true)
    await checkpointer.copy()
    expect(checkpointer.truncate()).toBe(true)
    const { connection } = kernel
    const projector = new Projector(connection, new SqliteLog(connection, eventIds()), projections, {
      ...checkpointer,
      monotonic: () => 0,
    })
    projector.prepare()
    let longest = 0
    await projector.rebuild(() => {
      longest = Math.max(longest, lengthOfLog())
    })
    expect(longest).toBeGreaterThan(SMALL.long)
    expect(longest).toBeLessThan(4 * SMALL.much)
    await until('an empty or short log', () => lengthOfLog() <= SMALL.much)
  })

  it('the log that the last run left is copied and emptied', async () => {
    await checkpointer.close()
    write(8 * MB)
    expect(lengthOfLog()).toBeGreaterThan(SMALL.much)
    await reopen()
    await until('an empty log', () => lengthOfLog() === 0)
  })

  it('a log that is being read is emptied after the reader has finished', async () => {
    await reopen()
    const reader = openReader(file())
    try {
      reader.exec('begin; select * from meta')
      write(8 * MB)
      await checkpointer.copy()
      // Work that can be delayed must not wait for as long as somebody reads.
      await checkpointer.room()
      expect(checkpointer.truncate()).toBe(false)
      expect(lengthOfLog()).toBeGreaterThan(SMALL.much)
      reader.exec('commit')
      await until('an empty log', () => lengthOfLog() === 0)
    } finally {
      reader.close()
    }
  })
})
