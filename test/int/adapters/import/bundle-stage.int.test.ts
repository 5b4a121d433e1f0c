import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bundles } from '../../../../src/adapters/import/bundles.js'
import type { StagedBundle } from '../../../../src/commands/ports/bundles.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-stage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const stage = async (bundle: unknown): Promise<StagedBundle> => {
  const path = join(folder, 'bundle.json')
  writeFileSync(path, JSON.stringify(bundle, null, 1))
  const staged = await bundles(join(folder, 'uploads'), () => 'one').stage(path)
  if (typeof staged === 'string') throw new Error(staged)
  return staged
}

const log = Array.from({ length: 300 }, (_, n) => ({ session: n % 3 === 0 ? 'ä' : 'b', n }))

it('rows are read by session in file order', async () => {
  const staged = await stage({ log, sessions: [{ id: 'c' }], alert_rules: [{ rule: 1 }, 2], unheard: [{ id: 'd' }] })
  try {
    expect([...staged.sessions()]).toEqual(['ä', 'b', 'c'])
    for (const session of ['ä', 'b']) {
      const own = log.filter((row) => row.session === session)
      expect([...staged.rows('log', session)]).toEqual(own)
      expect(staged.count('log', session)).toBe(own.length)
    }
    expect([...staged.rows('log', 'd')]).toEqual([])
    expect(staged.others('alert_rules')).toEqual([{ rule: 1 }, 2])
    expect(staged.bytesOf('ä') + staged.bytesOf('b') + staged.bytesOf('c')).toBe(staged.bytes)
  } finally {
    staged.discard()
  }
})

it('a row that is cut off after staging is null', async () => {
  const staged = await stage({ log })
  try {
    truncateSync(join(folder, 'bundle.json'), 200)
    const rows = [...staged.rows('log', 'ä')]
    expect(rows.length).toBe(100)
    expect(rows[0]).toEqual(log[0])
    expect(rows.at(-1)).toBeNull()
  } finally {
    staged.discard()
  }
})
