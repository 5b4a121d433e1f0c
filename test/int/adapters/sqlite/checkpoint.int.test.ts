import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Checkpointer, openCheckpointer } from '../../../../src/adapters/sqlite/checkpointer.js'
import { DATABASE_FILE } from '../../../../src/adapters/sqlite/open.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const MB = 1024 * 1024
const LIMITS = { long: 8 * MB, much: 16 * MB, tooLong: 1024 * MB }

let kernel: Kernel
let checkpointer: Checkpointer
beforeEach(() => {
  kernel = openKernel()
  checkpointer = openCheckpointer(kernel.connection, join(kernel.folder, DATABASE_FILE), LIMITS)
})
afterEach(async () => {
  await checkpointer.close()
  await kernel.close()
})

const lengthOfLog = (): number => statSync(join(kernel.folder, `${DATABASE_FILE}-wal`)).size

it('an import that waits for room writes its log from the beginning again, while hooks go on coming', async () => {
  kernel.connection.exec('create table written (data blob)')
  const insert = kernel.connection.prepare('insert into written values (zeroblob(?))')
  const write = (bytes: number, quiet: boolean): void => {
    insert.run(bytes)
    checkpointer.committed(Math.ceil(bytes / 4096), quiet)
  }
  let waits = false
  /** As many as can come while the disk is slow: without an end, they alone would keep the log from beginning again. */
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
