import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..', '..', 'src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))

/** Returns the paths of the files whose text matches. */
const matching = (pattern: RegExp): readonly string[] =>
  files.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
const outside = (folder: string, pattern: RegExp): readonly string[] =>
  matching(pattern).filter((path) => !path.startsWith(folder))

describe('the live channel', () => {
  it('is the only part that opens WebSockets', () => {
    const imports = /(?:from |import\()'ws'/
    expect(matching(imports)).not.toEqual([])
    expect(outside('http/live/', imports)).toEqual([])
  })

  it('has one sender, which other modules notify of changes', () => {
    expect(outside('http/live/', /\bLiveSocket\b|\bRooms?\b/)).toEqual(['wiring/live.ts'])
    expect(matching(/\.announce\(/).toSorted()).toEqual(['http/live/live.ts', 'http/live/socket.ts'])
  })

  it('creates no visibility, but uses that of the receivers', () => {
    const minting = /visibilityWithin|callerFor|localPrincipal|systemVisibility/
    expect(matching(minting).filter((path) => path.startsWith('http/live/'))).toEqual([])
  })
})

describe('commit listeners', () => {
  it('with operators are only in the live channel: an operator error ends them unreported', () => {
    expect(outside('http/live/', /\bcommitted\s*\.pipe\(/)).toEqual([])
  })

  it('have their errors caught at publication, not by a process-wide handler', () => {
    expect(matching(/onUnhandledError/)).toEqual([])
  })
})
