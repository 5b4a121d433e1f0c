import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const SHRINKS = /\.(?:js|css|html)$/

/**
 * Writes the compressed form of each file next to it. Otherwise the service would have to compress it while the first page
 * waits.
 */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = '' }, bundle) => {
    const files = Object.entries(bundle).filter(([name]) => SHRINKS.test(name))
    await Promise.all(
      files.map(async ([name, file]) => {
        const content = file.type === 'chunk' ? file.code : file.source
        await writeFile(join(dir, `${name}.br`), await brotli(content))
      }),
    )
  },
})
