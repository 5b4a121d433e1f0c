import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))

/** The files that match, by folder or name. */
const matching = (pattern: RegExp): readonly string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
const outside = (folder: string, pattern: RegExp): readonly string[] =>
  matching(pattern).filter((path) => !path.startsWith(folder))

describe('the live channel', () => {
  it('is the only part that opens WebSockets', () => {
    expect(matching(/from 'ws'/)).not.toEqual([])
    expect(outside('http/live/', /from 'ws'/)).toEqual([])
  })

  it('has one sender: everything else tells it what changed', () => {
    expect(outside('http/live/', /\bLiveSocket\b|\bRooms?\b/)).toEqual(['wiring/live.ts'])
    expect(matching(/\.announce\(/).toSorted()).toEqual(['http/live/live.ts', 'http/live/socket.ts'])
  })

  it('shows rows with the visibility of those who receive them, and mints none', () => {
    const minting = /visibilityOf|localPrincipal|systemVisibility/
    expect(matching(minting).filter((path) => path.startsWith('http/live/'))).toEqual([])
  })
})

describe('listeners to commits', () => {
  it('that use operators are in the live channel: an error in an operator is not reported, and ends the listener', () => {
    expect(outside('http/live/', /\bcommitted\s*\.pipe\(/)).toEqual([])
  })

  it('are guarded where commits are published, not by a setting of the whole process', () => {
    expect(matching(/onUnhandledError/)).toEqual([])
  })
})
