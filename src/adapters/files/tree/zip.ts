import { once } from 'node:events'
import { readlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Root } from '../../../commands/ports/folder-files.js'
import type { Segments } from '../../../domain/files/path.js'
import { isRejection } from '../../../domain/rejection.js'
import { openFile, type OpenFolder } from './folder.js'
import { inPath } from './locate.js'
import { counter, type IsLeftOut, type Node, type Rooted, walk } from './walk.js'

/** Bytes. Compressing a smaller file saves less than it costs in time and memory. */
const WORTH_COMPRESSING = 4096

/** Bytes. A larger file is streamed. */
const STREAMED = 64 * 1024

/** An entry of an archive. */
export interface Packed extends Pick<Node, 'path' | 'kind' | 'size' | 'mode' | 'mtimeMs'> {
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
          const { path, kind, size, mode, mtimeMs, folder, name } = node
          if (!canBeNamed(path)) return skip(path)
          add(node)
          const target = kind === 'link' ? await readlink(join(folder.at, name)) : null
          entries.push({ path, kind, size, mode, mtimeMs, target })
          if (kind === 'dir') await children(undefined)
        },
      }),
  }
}

/** Returns the bytes of an archive. Each file is read when its turn comes; one that is gone by then is empty. */
export async function* zipOf(root: Root, entries: readonly Packed[]): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Duplex
  zip.on('error', (error) => output.destroy(error as Error))
  const filled = fill(zip, output, root, entries).catch((error: unknown) => output.destroy(error as Error))
  try {
    for await (const chunk of output) yield chunk as Uint8Array
  } finally {
    output.destroy()
    await filled
  }
}

/** Adds the entries one after the other, and waits for a slow reader. */
const fill = async (zip: ZipFile, output: Duplex, root: Root, entries: readonly Packed[]): Promise<void> => {
  const drained = async (): Promise<void> => {
    if (output.writableNeedDrain && !output.destroyed)
      await Promise.race([once(output, 'drain'), once(output, 'close')])
  }
  for (const run of runsOf(entries)) {
    const [{ path, kind, mode, mtimeMs, target }] = run
    const options = { mode, mtime: new Date(mtimeMs) }
    if (kind === 'dir') zip.addEmptyDirectory(path, options)
    else if (target !== null) zip.addBuffer(Buffer.from(target), path, { ...options, compress: false })
    else {
      const added = await inPath(root, parentOf(path), async (folder) => {
        for (const file of run) {
          if (output.destroyed) return
          await addFile(zip, folder, file)
          await drained()
        }
      })
      if (isRejection(added)) for (const file of run) zip.addBuffer(Buffer.alloc(0), file.path, optionsOf(file))
    }
    if (output.destroyed) return
    await drained()
  }
  zip.end()
}

/** Files of one folder that follow each other are read together, so that the folder is opened once. */
function* runsOf(entries: readonly Packed[]): Generator<readonly [Packed, ...Packed[]]> {
  let run: [Packed, ...Packed[]] | null = null
  for (const entry of entries) {
    const [first] = run ?? []
    const isNext = first?.kind === 'file' && entry.kind === 'file' && dirname(first.path) === dirname(entry.path)
    if (run !== null && isNext) run.push(entry)
    else {
      if (run !== null) yield run
      run = [entry]
    }
  }
  if (run !== null) yield run
}

const parentOf = (path: string): Segments => path.split('/').slice(0, -1)

const optionsOf = ({ size, mode, mtimeMs }: Packed) => ({
  mode,
  mtime: new Date(mtimeMs),
  compress: size >= WORTH_COMPRESSING,
})

/** Adds a file: whole if it is small, because a stream costs more than its content. */
const addFile = async (zip: ZipFile, folder: OpenFolder, file: Packed): Promise<void> => {
  const { path, size } = file
  const opened = await openFile(folder, basename(path)).catch(() => null)
  if (opened === null) return zip.addBuffer(Buffer.alloc(0), path, optionsOf(file))
  if (size > STREAMED) {
    const stream = opened.createReadStream()
    const closed = once(stream, 'close')
    zip.addReadStream(stream, path, optionsOf(file))
    await closed
    return
  }
  try {
    const { bytesRead, buffer } = await opened.read(Buffer.alloc(size), 0, size, 0)
    zip.addBuffer(buffer.subarray(0, bytesRead), path, optionsOf(file))
  } finally {
    await opened.close()
  }
}
