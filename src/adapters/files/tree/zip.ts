import { readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Root } from '../../../commands/ports/folder-files.js'
import { readSegments } from '../../../domain/files/path.js'
import { isRejection } from '../../../domain/rejection.js'
import { openFile } from './folder.js'
import { atPath } from './locate.js'
import { counter, type IsLeftOut, type Node, type Rooted, walk } from './walk.js'

/** An entry of an archive. */
export interface Packed extends Pick<Node, 'path' | 'kind' | 'mode' | 'mtimeMs'> {
  /** Where a link leads; null for what is no link. */
  readonly target: string | null
}

/** Archives name folders with `/`, and a letter with a colon is a drive. */
const canBeNamed = (path: string): boolean => !path.includes('\\') && !/^[a-zA-Z]:/.test(path)

export type Packing = ReturnType<typeof newPacking>

/** Collects what an archive contains. Throws ETOOBIG if that is too much. */
export const newPacking = () => {
  const { add, skip, plan } = counter()
  const entries: Packed[] = []
  return {
    entries: entries as readonly Packed[],
    plan,
    add: (tree: Rooted, isLeftOut: IsLeftOut): Promise<void> =>
      walk(tree, tree.path, undefined, {
        isLeftOut,
        onSkipped: skip,
        visit: async (node, _context, children) => {
          const { path, kind, mode, mtimeMs, folder, name } = node
          if (!canBeNamed(path)) return skip(path)
          add(node)
          const target = kind === 'link' ? await readlink(join(folder.at, name)) : null
          entries.push({ path, kind, mode, mtimeMs, target })
          if (kind === 'dir') await children(undefined)
        },
      }),
  }
}

/** Returns the bytes of an archive. Each file is opened when its turn comes; one that is gone by then is empty. */
export async function* zipOf(root: Root, entries: readonly Packed[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  let isOver = false
  for (const { path, kind, mode, mtimeMs, target } of entries) {
    const options = { mode, mtime: new Date(mtimeMs) }
    if (kind === 'dir') zip.addEmptyDirectory(path, options)
    else if (target !== null) zip.addBuffer(Buffer.from(target), path, { ...options, compress: false })
    else
      zip.addReadStreamLazy(path, options, (done) => {
        const content = isOver ? Promise.resolve(empty()) : contentOf(root, path)
        content.then(
          (stream) =>
            done(
              null,
              stream.on('error', (error) => zip.emit('error', error)),
            ),
          (error: unknown) => done(error, empty()),
        )
      })
  }
  zip.end()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error as Error))
  try {
    for await (const chunk of output) yield chunk as Uint8Array
  } finally {
    isOver = true
    output.destroy()
  }
}

const empty = (): Readable => Readable.from([])

const contentOf = async (root: Root, path: string): Promise<Readable> => {
  const file = await atPath(root, readSegments(path) ?? [], ({ folder, name }) => openFile(folder, name)).catch(
    () => null,
  )
  return file === null || isRejection(file) ? empty() : file.createReadStream()
}
