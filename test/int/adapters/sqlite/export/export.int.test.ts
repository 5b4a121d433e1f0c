import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Exporter, openExporter } from '../../../../../src/adapters/sqlite/export/exporter.js'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import { localPrincipal, visibilityWithin } from '../../../../../src/domain/access/visibility.js'
import { exportBundle } from '../../../../../src/projections/queries/export.js'
import { bookInForce } from '../../../../../src/projections/pricing/price-book.js'
import { type Kernel, openKernel } from '../../../../support/kernel/kernel.js'

const NOW = Date.UTC(2026, 9, 1)
const everything = visibilityWithin(localPrincipal, 'all')

let kernel: Kernel
let exporter: Exporter
beforeEach(async () => {
  kernel = openKernel()
  exporter = openExporter(join(kernel.folder, DATABASE_FILE), false, () => true)
  const message = 'Grüße, "quoted"'.repeat(200)
  for (const session of ['s1', 's2']) {
    const events = Array.from({ length: 300 }, (_, n) => ({
      type: 'hook-received' as const,
      data: { kind: 'Notification', provider: 'claude' as const, payload: { session_id: session, message, n } },
      occurredAt: NOW + n,
      by: 'local' as const,
      via: 'hook' as const,
    }))
    await kernel.append(session, events, true)
  }
})
afterEach(async () => {
  await exporter.close()
  await kernel.close()
})

it('the export thread returns the same bundle as a direct export', async () => {
  const { db } = kernel.projector
  const context = { db, book: bookInForce(db), isAlive: () => null }
  const pieces: Uint8Array[] = []
  for await (const piece of exporter.bundle(everything, NOW)) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(3)
  expect(Buffer.concat(pieces).toString('utf8')).toBe([...exportBundle(context, everything, NOW)].join(''))
})

it('a reader that stops ends its own export and no other', async () => {
  const [left, read] = [exporter.bundle(everything, NOW), exporter.bundle(everything, NOW)]
  await left.next()
  await read.next()
  await left.return(undefined)
  expect(await left.next()).toEqual({ done: true, value: undefined })
  let pieces = 1
  for await (const _ of read) pieces += 1
  expect(pieces).toBeGreaterThan(3)
})

it('an export in progress fails when the service stops', async () => {
  const reading = exporter.bundle(everything, NOW)
  await reading.next()
  await exporter.close()
  await expect(
    (async () => {
      for await (const _ of reading);
    })(),
  ).rejects.toThrow('stopped')
})
