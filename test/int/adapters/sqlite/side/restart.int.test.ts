import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { openSide } from '../../../../../src/adapters/sqlite/side/side.js'
import { FASTEST, Gate } from '../../../../../src/adapters/threads/gate.js'
import { localPrincipal, visibilityWithin } from '../../../../../src/domain/access/visibility.js'
import type { EventSearch } from '../../../../../src/projections/queries/event-search.js'
import { until } from '../../../../support/agents/until.js'
import { openKernel } from '../../../../support/kernel/kernel.js'
import { mortal } from '../../../../support/threads/mortal.js'

const everything = visibilityWithin(localPrincipal, 'all')
const MORTAL = mortal('side-worker', 'at a message')
const lists = { sources: [], providers: [], event_type: [], tool_name: [], agent_id: [], session_id: [] }
const search = (q: string): EventSearch => ({ ...lists, q, limit: 10, offset: 0, from: undefined, to: undefined })

describe('the side thread', () => {
  it('restarts after a crash and rejects requests until then', async () => {
    const kernel = openKernel()
    const complaints: string[] = []
    const { closed } = new Gate(() => 0)
    const side = openSide(
      { source: join(kernel.folder, 'switchyard.db'), path: join(kernel.folder, 'side.db'), archive: null, closed },
      () => true,
      (line) => complaints.push(line),
      MORTAL,
    )
    try {
      const data = { kind: 'Notification', provider: 'claude' as const, payload: { message: 'needle' } }
      await kernel.append('s', [{ type: 'hook-received', data, occurredAt: 1, by: 'local', via: 'hook' }])
      expect((await side.find(everything, search('needle'))).total).toBe(1)
      const refused = expect.objectContaining({ code: 'EUNAVAILABLE', status: 503 }) as Error
      await expect(side.find(everything, search('deadly'))).rejects.toEqual(refused)
      await expect(side.find(everything, search('needle'))).rejects.toEqual(refused)
      expect(complaints).toEqual([expect.stringMatching(/^the search thread stopped and is restarted/)])
      const again = await until('the restart', () => side.find(everything, search('needle')).catch(() => undefined))
      expect(again.total).toBe(1)
      expect(complaints).toHaveLength(1)
    } finally {
      await side.close()
      await kernel.close()
    }
  })

  it('pauses indexing while hooks have priority, and still answers searches', async () => {
    const kernel = openKernel()
    const source = join(kernel.folder, 'switchyard.db')
    const path = join(kernel.folder, 'side.db')
    const gate = new Gate(() => 0)
    gate.committed(FASTEST + 1)
    const side = openSide({ source, path, archive: null, closed: gate.closed }, () => true, expect.unreachable)
    const progress = (): unknown => {
      const own = new Database(path, { readonly: true })
      try {
        return own.prepare(`select position from progress where name = 'event-text'`).pluck().get()
      } finally {
        own.close()
      }
    }
    try {
      const data = { kind: 'Notification', provider: 'claude' as const, payload: { message: 'needle' } }
      await kernel.append('s', [{ type: 'hook-received', data, occurredAt: 1, by: 'local', via: 'hook' }])
      side.moved()
      for (let asked = 0; asked < 3; asked++) {
        expect((await side.find(everything, search('needle'))).total).toBe(1)
        expect(progress()).toBeUndefined()
      }
      gate.close()
      await until('the index', () => progress() === 1)
    } finally {
      await side.close()
      await kernel.close()
    }
  })
})
