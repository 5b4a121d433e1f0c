import { createReadStream } from 'node:fs'
import type { StagedBundle } from '../../commands/ports/bundles.js'
import { serve } from '../threads/serve.js'
import { createStage } from '../sqlite/bundle-stage.js'
import { JsonLists, NotJson } from './json-lists.js'

export interface StageJob {
  readonly bundle: string
  /** The file to record the rows' offsets in. */
  readonly stage: string
}

export type StageAnswer =
  | Pick<StagedBundle, 'scalars' | 'lists' | 'bytes'>
  | { readonly fault: 'not json' | 'no object' }

/** The conversation with a bundle thread. */
export interface StageProtocol {
  readonly asks: { stage(job: StageJob): Promise<StageAnswer> }
  readonly streams: object
  readonly news: never
  readonly reports: never
}

const PIECE = 256 * 1024

/** The lists that are read, each with the member of a row that names its session. */
const OWNERS: ReadonlyMap<string, string | null> = new Map([
  ['sessions', 'id'],
  ['agents', 'session_id'],
  ['events', 'session_id'],
  ['token_usage', 'session_id'],
  ['workflows', 'session_id'],
  ['log', 'session'],
  ['model_pricing', null],
  ['gpt_model_pricing', null],
  ['alert_rules', null],
])

const ownerOf = (row: unknown, member: string | null): string => {
  if (member === null || typeof row !== 'object' || row === null) return ''
  const owner = (row as Readonly<Record<string, unknown>>)[member]
  return typeof owner === 'string' ? owner : ''
}

const stage = async ({ bundle, stage: file }: StageJob): Promise<StageAnswer> => {
  const rows = createStage(file)
  const scalars: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const parser = new JsonLists()
  let bytes = 0
  try {
    for await (const chunk of createReadStream(bundle, { highWaterMark: PIECE })) {
      for (const piece of parser.take(chunk as Buffer)) {
        if ('value' in piece) {
          scalars[piece.member] = piece.value
          continue
        }
        const member = OWNERS.get(piece.member)
        if (member === undefined) continue
        const owner = ownerOf(piece.element, member)
        rows.add(piece.member, owner, piece.at, piece.bytes)
        if (owner !== '') bytes += piece.bytes
      }
    }
    parser.end()
    rows.whole()
  } catch (error) {
    rows.abandon()
    if (error instanceof NotJson) return { fault: error.message === 'no object' ? 'no object' : 'not json' }
    throw error
  }
  return { scalars, lists: parser.lists, bytes }
}

serve<StageProtocol>({ nice: 10, asks: { stage } })
