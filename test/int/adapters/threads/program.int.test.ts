import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('bundled programs are ASCII, so that V8 stores them with one byte a character', () => {
  const folder = process.env['SWITCHYARD_THREADS'] ?? ''
  const programs = readdirSync(folder).filter((name) => name.endsWith('.js'))
  expect(programs).toContain('cli.js')
  const isAscii = (name: string): boolean => readFileSync(join(folder, name)).every((byte) => byte < 128)
  expect(programs.filter((name) => !isAscii(name))).toEqual([])
})
