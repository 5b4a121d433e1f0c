import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SideFile } from '../../../../../src/adapters/sqlite/side/side-file.js'
import { TextSample } from '../../../../../src/adapters/sqlite/side/text-sample.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'

let kernel: Kernel
let folder: string
let file: SideFile
beforeEach(() => {
  kernel = openKernel()
  folder = mkdtempSync(join(tmpdir(), 'switchyard-sample-'))
  file = new SideFile(join(kernel.folder, 'switchyard.db'), join(folder, 'side.db'))
})
afterEach(async () => {
  file.close()
  await kernel.close()
  rmSync(folder, { recursive: true, force: true })
})

let at = 0
const hooks = (count: number, message: string) =>
  kernel.append(
    's',
    Array.from({ length: count }, () => ({
      type: 'hook-received' as const,
      occurredAt: ++at,
      by: 'local',
      via: 'hook',
      data: { kind: 'Notification', provider: 'claude', payload: { message } },
      json: `{"kind":"Notification","provider":"claude","payload":${JSON.stringify({ message })}}`,
    })),
    true,
  )

it('estimates which text is rarer and follows a growing log', async () => {
  const sample = new TextSample(file)
  expect(sample.frequency('abc')).toBe(0)
  await hooks(3, 'Seldom')
  expect(sample.frequency('seldom')).toBe(3)
  await hooks(2000, 'often')
  expect(sample.frequency('often')).toBeGreaterThan(100 * sample.frequency('seldom'))
  expect(sample.frequency('OFTEN')).toBe(sample.frequency('often'))
  // The record around a payload is not sampled.
  expect(sample.frequency('provider')).toBe(0)
})
