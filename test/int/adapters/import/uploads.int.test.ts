import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { uploads } from '../../../../src/adapters/import/uploads.js'
import type { CursorStore } from '../../../../src/commands/ports/cursors.js'
import { tarOf, zipOf } from '../../../support/archives/archives.js'

const KB = 1024
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-uploads-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let taken = 0
/** Receives files with small limits. */
const receive = async (files: readonly (readonly [name: string, content: string | Buffer])[]) => {
  const form = new FormData()
  for (const [name, content] of files) form.append('files', new Blob([content]), name)
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const port = uploads({
    folder: join(folder, 'uploads'),
    nextId: () => `upload-${++taken}`,
    archive: { keep: () => Promise.resolve(), has: () => false },
    cursors: {} as CursorStore,
    limits: {
      sent: { fileBytes: 100 * KB, files: 3 },
      unpacked: { bytes: 400 * KB, entries: 20, ratio: 10, harmless: 50 * KB },
    },
  })
  const stream = request.body as unknown as AsyncIterable<Uint8Array>
  return port.receive({ contentType: request.headers.get('content-type') ?? '', stream })
}

const small = '{}\n'
const noise = (bytes: number): string =>
  Array.from({ length: bytes / 8 }, (_, n) =>
    Math.imul(n + 1, 0x9e3779b1)
      .toString(36)
      .padStart(8, '0')
      .slice(-8),
  ).join('')
const zeros = '0'.repeat(300 * KB)
const unpacked = (): string[] =>
  (readdirSync(join(folder, 'uploads', `upload-${taken}`, 'files'), { recursive: true }) as string[]).toSorted()

describe('a decompression bomb', () => {
  it.each([
    ['a.jsonl.gz', async () => gzipSync(zeros)],
    ['a.zip', async () => zipOf([{ name: 'a.jsonl', text: zeros }])],
    ['a.tar.gz', async () => gzipSync(await tarOf([{ name: 'a.jsonl', text: zeros }]))],
    ['passed-over.tar.gz', async () => gzipSync(await tarOf([{ name: 'a.png', text: zeros }]))],
    [
      'many.zip',
      async () => zipOf(Array.from({ length: 6 }, (_, n) => ({ name: `${n}.jsonl`, text: '0'.repeat(49 * KB) }))),
    ],
  ])('%s is rejected and its files are deleted', async (name, pack) => {
    const received = await receive([
      [name, await pack()],
      ['b.jsonl', small],
    ])
    expect(received).toMatchObject({ extracted: 1, rejected: [{ name, reason: expect.stringContaining('10 times') }] })
    expect(unpacked()).toEqual(['1', '1/b.jsonl'])
  })
})

describe('the limits of an upload', () => {
  it('reject the whole upload over the unpacked size, and name the file that exceeds it', async () => {
    // Compressible, but below the ratio of a decompression bomb.
    const packed = zipOf([{ name: 'a.jsonl', text: noise(24 * KB).repeat(6) }])
    const received = await receive(['one.zip', 'two.zip', 'three.zip'].map((name) => [name, packed]))
    expect(received).toMatchObject({
      code: 'EXTRACTION_LIMIT_EXCEEDED',
      status: 413,
      fields: { offending_file: 'three.zip' },
    })
    expect(readdirSync(join(folder, 'uploads'))).toEqual([])
  })

  it('reject a file over the file size', async () => {
    const received = await receive([
      ['large.jsonl', noise(104 * KB)],
      ['b.jsonl', small],
    ])
    expect(received).toMatchObject({ files: 2, extracted: 1, rejected: [{ name: 'large.jsonl' }] })
  })

  it('apply to the number of files and of archive entries', async () => {
    const many = Array.from({ length: 5 }, (_, n) => [`${n}.jsonl`, small] as const)
    expect(await receive(many)).toMatchObject({ extracted: 3, rejected: [{ reason: 'more than 3 files' }] })
    const entries = Array.from({ length: 30 }, (_, n) => ({ name: `${n}.jsonl`, text: small }))
    expect(await receive([['many.zip', zipOf(entries)]])).toMatchObject({
      code: 'NO_FILES',
      fields: { rejected_files: [{ reason: 'more than 20 entries' }] },
    })
  })
})
