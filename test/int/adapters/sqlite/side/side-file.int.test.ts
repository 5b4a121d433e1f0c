import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'

const MB = 1024 * 1024

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

it('the write-ahead log of one large transaction does not stay that long', () => {
  const path = join(kernel.folder, 'side.db')
  const file = new SideFile(join(kernel.folder, DATABASE_FILE), path)
  const lengthOfLog = (): number => statSync(`${path}-wal`).size
  try {
    file.own.exec(`create table written as select zeroblob(${24 * MB}) as data`)
    expect(lengthOfLog()).toBeGreaterThan(24 * MB)
    file.setPosition('any', 1)
    expect(lengthOfLog()).toBeLessThanOrEqual(16 * MB)
  } finally {
    file.close()
  }
})
