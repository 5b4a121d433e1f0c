import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startApp } from '../../../support/service/app.js'

it('a start deletes what an interrupted upload left, and no proof file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-proof-'))
  const at = (...path: string[]) => join(folder, 'data', 'proof', ...path)
  mkdirSync(at('incoming', 'interrupted'), { recursive: true })
  mkdirSync(at('1', 'login', 'T-1'), { recursive: true })
  writeFileSync(at('incoming', 'interrupted', 'part'), 'part')
  writeFileSync(at('1', 'login', 'T-1', 'a.png'), 'png')
  const app = await startApp({}, folder)
  try {
    expect([existsSync(at('incoming')), existsSync(at('1', 'login', 'T-1', 'a.png'))]).toEqual([false, true])
  } finally {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
