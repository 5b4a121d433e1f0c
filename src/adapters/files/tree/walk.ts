import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from '../../../commands/ports/folder-files.js'
import { reject } from '../../../domain/rejection.js'
import { inChild, namesIn, type OpenFolder } from './folder.js'
import type { Spot } from './place.js'

/** Files, and as many folders, and bytes of a copy or an archive. */
const [MOST_FILES, MOST_BYTES] = [50_000, 2 * 1024 ** 3]

/** An entry of a tree, in a folder that is open while it is visited. */
export interface Node extends Spot {
  /** From the root. */
  readonly path: string
  readonly kind: 'dir' | 'file' | 'link'
  /** Bytes of a file; 0 otherwise. */
  readonly size: number
  readonly mode: number
  readonly mtimeMs: number
}

/** An entry with its path from the root. */
export type Rooted = Spot & Pick<Node, 'path'>

/** Whether something is left out of a copy or an archive. */
export type IsLeftOut = (folder: OpenFolder, name: string) => boolean

/** Visits an entry. That of a folder calls `children`, with what their visits get. */
type Visit<C> = (node: Node, context: C, children: (context: C) => Promise<void>) => Promise<void>

interface Walk<C> {
  readonly isLeftOut: IsLeftOut
  readonly visit: Visit<C>
  readonly onSkipped: (path: string) => void
}

/** Walks through a tree. Links are visited, not followed. Devices, sockets, pipes and names that are not UTF-8 are skipped. */
export const walk = async <C>(spot: Spot, path: string, context: C, how: Walk<C>): Promise<void> => {
  const { folder, name } = spot
  const facts = await lstat(join(folder.at, name))
  const kind = facts.isDirectory() ? 'dir' : facts.isFile() ? 'file' : facts.isSymbolicLink() ? 'link' : null
  if (kind === null || how.isLeftOut(folder, name)) return how.onSkipped(path)
  const size = kind === 'file' ? facts.size : 0
  const node = { ...spot, path, kind, size, mode: facts.mode, mtimeMs: facts.mtimeMs } as const
  await how.visit(node, context, async (inner) => {
    await inChild(folder, name, async (child) => {
      for (const { text, usable } of await namesIn(child)) {
        const below = `${path}/${text}`
        if (usable) await walk({ folder: child, name: text }, below, inner, how)
        else how.onSkipped(below)
      }
    })
  })
}

export type Counter = ReturnType<typeof counter>

/** Counts what copies and archives contain. Throws ETOOBIG once it is too much. */
export const counter = () => {
  const skipped: string[] = []
  let [files, folders, bytes] = [0, 0, 0]
  return {
    add: ({ kind, size }: Pick<Node, 'kind' | 'size'>): void => {
      if (kind === 'dir') folders += 1
      else files += 1
      bytes += size
      if (Math.max(files, folders) > MOST_FILES)
        throw reject('ETOOBIG', `more than ${MOST_FILES.toLocaleString('en')} files`)
      if (bytes > MOST_BYTES) throw reject('ETOOBIG', 'more than 2 GB')
    },
    skip: (path: string): void => void skipped.push(path),
    plan: (): Plan => ({ files, bytes, skipped }),
  }
}
