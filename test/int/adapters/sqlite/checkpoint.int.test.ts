import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Checkpointer, openCheckpointer } from '../../../../src/adapters/sqlite/checkpointer.js'
import { DATABASE_FILE } from '../../../../src/adapters/sqlite/open.js'
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
  const write = (bytes: number, quiet: boolean): void => {
    insert.run(bytes)
    checkpointer.committed(Math.ceil(bytes / 4096), quiet)
  }
  let waits = false
  /** Writes up to 100 hooks while the import waits. Without a limit, the hooks alone would keep the log from restarting. */
  const hooks = async (): Promise<void> => {
    for (let came = 0; waits && came < 100; came++) {
      write(4096, false)
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
    write(MB, true)
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
  checkpointer.committed(1_000_000, true)
  await checkpointer.room()
  expect(copiesItself()).toBe(true)
  const built = pathToFileURL(join(process.env['SWITCHYARD_THREADS'] ?? '', 'checkpoint-worker.js'))
  writeFileSync(program, `await import('${built.href}')`)
  await until('the restart', async () => {
    checkpointer.committed(1, false)
    await checkpointer.copy()
    return !copiesItself()
  })
  expect(complaints).toEqual([expect.stringMatching(/^the checkpoint thread stopped and is restarted/)])
})
