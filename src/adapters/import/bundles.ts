import { createReadStream, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundleFault, BundlePort, StagedBundle } from '../../commands/ports/bundles.js'
import { openStage } from '../sqlite/bundle-stage.js'
import { JsonLists, NotJson } from './json-lists.js'
import { receiveMultipart } from './multipart.js'
import { expanded } from './places.js'

/** Which member of a row names its session. */
const OWNER: Readonly<Record<string, string>> = {
  sessions: 'id',
  agents: 'session_id',
  events: 'session_id',
  token_usage: 'session_id',
  log: 'session',
}

const ownerOf = (list: string, row: unknown): string => {
  const key = OWNER[list]
  if (key === undefined || typeof row !== 'object' || row === null) return ''
  const owner = (row as Readonly<Record<string, unknown>>)[key]
  return typeof owner === 'string' ? owner : ''
}

/** Bundles are taken apart into a folder of our own. */
export const bundles = (folder: string, nextId: () => string): BundlePort => ({
  receive: async (body) => {
    const into = join(folder, nextId())
    const discard = (): Promise<void> => rm(into, { recursive: true, force: true })
    // What can be exported can be imported: no limit but the disk's.
    const sent = await receiveMultipart(body, into, { fileBytes: Number.POSITIVE_INFINITY, files: 1 })
    const path = sent?.files[0]?.path
    if (path !== undefined) return { path, discard }
    await discard()
    return null
  },
  stage: async (path): Promise<StagedBundle | BundleFault> => {
    const whole = expanded(path)
    if (whole === null) return 'not absolute'
    const stats = statSync(whole, { throwIfNoEntry: false })
    if (stats === undefined) return 'not there'
    if (!stats.isFile()) return 'no file'
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stage = openStage(join(folder, `${nextId()}.stage`))
    const scalars: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    const parser = new JsonLists()
    try {
      for await (const chunk of createReadStream(whole, { highWaterMark: 256 * 1024 })) {
        for (const piece of parser.take(chunk as Buffer)) {
          if ('value' in piece) scalars[piece.member] = piece.value
          else stage.add(piece.member, ownerOf(piece.member, piece.element), piece.element)
        }
      }
      parser.end()
      stage.whole()
    } catch (error) {
      stage.discard()
      if (error instanceof NotJson) return error.message === 'no object' ? 'no object' : 'not json'
      throw error
    }
    const { sessions, rows, count, discard } = stage
    return { scalars, lists: parser.lists, sessions, rows, others: (list) => rows(list, ''), count, discard }
  },
})
