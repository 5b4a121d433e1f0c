import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { isAlive } from '../../../../support/process/is-alive.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { pidIn } from '../../../../support/process/pid-in.js'

let bin: string
let app: App
/** Makes the program that shows dialogs. */
const zenity = (script: string): void => writeFileSync(join(bin, 'zenity'), `#!/bin/sh\n${script}\n`, { mode: 0o700 })
beforeAll(async () => {
  bin = mkdtempSync(join(tmpdir(), 'switchyard-dialog-'))
  app = await startApp({ PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':99' })
})
afterAll(async () => {
  await app.close()
  rmSync(bin, { recursive: true, force: true })
})

const pick = async (body: object = {}, signal?: AbortSignal) => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${app.url}/api/lanes/pick-path`, signal === undefined ? init : { ...init, signal })
  return (await answer.json()) as { path?: string; cancelled?: true; error?: { code: string; message: string } }
}

describe('a dialog of the desktop', () => {
  it('returns what was chosen, and starts where it is told to', async () => {
    zenity(`printf '%s\\n' "$@" >${bin}/args; echo '/home/ada/my shop/'`)
    expect(await pick({ kind: 'dir', start: '/home/ada; $(x)' })).toEqual({ path: '/home/ada/my shop' })
    expect(readFileSync(join(bin, 'args'), 'utf8').split('\n')).toEqual([
      '--file-selection',
      '--directory',
      '--filename=/home/ada; $(x)/',
      '',
    ])
    await pick({ kind: 'file', start: 'relative' })
    expect(readFileSync(join(bin, 'args'), 'utf8')).toBe('--file-selection\n')
  })

  it('can be canceled, and says when it fails', async () => {
    zenity('exit 1')
    expect(await pick()).toEqual({ cancelled: true })
    zenity('echo "cannot open display" >&2; exit 255')
    expect((await pick()).error).toMatchObject({ code: 'EDIALOG', message: 'the dialog failed: cannot open display' })
    expect((await pick({ kind: 'window' })).error?.code).toBe('INVALID_INPUT')
  })

  it('is the only one, and closes when the request goes away', async () => {
    zenity(`echo $$ >${bin}/pid.part; mv ${bin}/pid.part ${bin}/pid; exec sleep 600`)
    const leaving = new AbortController()
    const left = pick({}, leaving.signal).catch(() => 'left')
    const pid = await pidIn(join(bin, 'pid'))
    expect((await pick()).error?.code).toBe('EBUSY')
    leaving.abort()
    expect(await left).toBe('left')
    await until('the end of the dialog', () => !isAlive(pid))
    zenity('exit 1')
    await until('a free desktop', async () => (await pick()).cancelled === true)
  })
})
