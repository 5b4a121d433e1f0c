import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openCheckpointer } from '../../../../src/adapters/sqlite/checkpointer.js'
import type { Gone } from '../../../../src/adapters/sqlite/erase.js'
import { scrubber } from '../../../../src/adapters/sqlite/scrub.js'
import { until } from '../../../support/agents/until.js'
import { type Kernel, openKernel } from '../../../support/kernel/kernel.js'

const GONE: Gone = { stream: 7, positions: [1, 2], heirs: [] }

let kernel: Kernel
beforeEach(() => {
  kernel = openKernel()
})
afterEach(() => kernel.close())

describe('erased data', () => {
  it('is removed from other stores by a retry when the first attempt fails', async () => {
    const checkpointer = openCheckpointer(kernel.connection, join(kernel.folder, 'switchyard.db'), () => undefined)
    const asked: (readonly Gone[])[] = []
    const errors: unknown[] = []
    const scrub = scrubber({
      connection: kernel.connection,
      checkpointer,
      forget: async (gone) => {
        asked.push(gone)
        if (asked.length === 1) throw new Error('the search thread restarts')
      },
      monotonic: () => performance.now() / 1000,
      onError: (error) => errors.push(error),
    })
    try {
      scrub.erased(GONE)
      expect(await scrub.scrub()).toBe('pending')
      await until('the second try', () => asked.length === 2)
      expect(asked).toEqual([[GONE], [GONE]])
      expect(errors).toHaveLength(1)
      expect(await scrub.scrub()).toBe('done')
      expect(asked).toHaveLength(2)
    } finally {
      await scrub.close()
      await checkpointer.close()
    }
  })
})
