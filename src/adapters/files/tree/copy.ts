import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, readlink, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plan } from '../../../commands/ports/folder-files.js'
import { inChild, openFile, type OpenFolder } from './folder.js'
import { moveTo, type Spot } from './place.js'
import { missing } from './rejection.js'
import { removeTree } from './remove.js'
import { type Counter, counter, type IsLeftOut, type Node, type Rooted, walk } from './walk.js'

const { COPYFILE_EXCL, COPYFILE_FICLONE } = constants

/** Permissions without those that change who runs a program. */
const PERMISSIONS = 0o777
const SECOND = 1000

/** Counts a tree. Throws ETOOBIG if there is too much to be copied. */
export const count = (tree: Rooted, { add, skip }: Counter, isLeftOut: IsLeftOut): Promise<void> =>
  walk(tree, tree.path, undefined, {
    isLeftOut,
    onSkipped: skip,
    visit: async (node, _context, children) => {
      add(node)
      if (node.kind === 'dir') await children(undefined)
    },
  })

/** Where a copy goes: into a folder, under its own name or another one. */
interface Target {
  readonly folder: OpenFolder
  readonly name?: string
}

/**
 * Copies a tree to a free name. Until it is complete, it has a temporary name beside it. Returns what was copied.
 * @param temporary a name that nothing else has
 */
export const copyTree = async (from: Rooted, to: Spot, temporary: string, isLeftOut: IsLeftOut): Promise<Plan> => {
  const { add, skip, plan } = counter()
  const beside = { folder: to.folder, name: temporary }
  try {
    await walk<Target>(from, from.path, beside, {
      isLeftOut,
      onSkipped: skip,
      visit: async (node, { folder, name = node.name }, children) => {
        add(node)
        await copyNode(node, { folder, name }, (inside) => children({ folder: inside }))
      },
    })
    await moveTo(beside, to)
  } catch (error) {
    await removeTree(to.folder, temporary)
    throw error
  }
  return plan()
}

const copyNode = async (node: Node, to: Spot, children: (inside: OpenFolder) => Promise<void>): Promise<void> => {
  const target = join(to.folder.at, to.name)
  if (node.kind === 'link') return symlink(await readlink(join(node.folder.at, node.name)), target)
  if (node.kind === 'dir') {
    await mkdir(target)
    await inChild(to.folder, to.name, children)
  } else await copyContent(node, target)
  await chmod(target, node.mode & PERMISSIONS)
  const seconds = node.mtimeMs / SECOND
  await utimes(target, seconds, seconds)
}

/** Copies a regular file. What has replaced it meanwhile is not followed. */
const copyContent = async ({ folder, name }: Spot, target: string): Promise<void> => {
  const file = await openFile(folder, name)
  if (file === null) throw missing(name)
  try {
    const isHeld = folder.at.startsWith('/proc/')
    const source = isHeld ? `/proc/self/fd/${file.fd}` : join(folder.at, name)
    await copyFile(source, target, COPYFILE_EXCL | COPYFILE_FICLONE)
  } finally {
    await file.close()
  }
}
