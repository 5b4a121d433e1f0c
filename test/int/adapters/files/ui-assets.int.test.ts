import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uiAssets } from '../../../../src/adapters/files/ui-assets.js'

const SCRIPT = 'console.log("the dashboard")\n'.repeat(40)
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-assets-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'frame.js'), SCRIPT)
})
afterEach(() => rmSync(folder, { recursive: true }))

const serve = async (accepts: string) => {
  const response = await uiAssets(folder).serve('/assets/frame.js', accepts)
  return {
    encoding: response?.headers.get('content-encoding') ?? null,
    body: Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0)),
  }
}

describe('a file of the dashboard', () => {
  it('is served from the compressed file of the build', async () => {
    const compressed = brotliCompressSync(SCRIPT)
    writeFileSync(join(folder, 'assets', 'frame.js.br'), compressed)
    expect(await serve('gzip, br')).toEqual({ encoding: 'br', body: compressed })
  })

  it('is compressed in an encoding of the browser when the build did not compress it', async () => {
    const [br, gzip, plain] = [await serve('gzip, br'), await serve('gzip'), await serve('identity')]
    expect([br.encoding, brotliDecompressSync(br.body).toString()]).toEqual(['br', SCRIPT])
    expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', SCRIPT])
    expect([plain.encoding, plain.body.toString()]).toEqual([null, SCRIPT])
  })
})
