import { parentPort, workerData } from 'node:worker_threads'
import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import { exportBundle } from '../../../projections/queries/export.js'
import { bookInForce } from '../../../projections/pricing/price-book.js'
import { systemClock } from '../../clock.js'
import { systemProcesses } from '../../process/processes.js'
import { yieldToOthers } from '../../threads/priority.js'
import { SqliteDb } from '../db.js'
import { openReader } from '../open.js'

export interface ExportJob {
  readonly database: string
  readonly visibility: Visibility
  readonly now: Instant
  /** Whether this process can see other processes. */
  readonly liveness: boolean
}

/** Bytes of the text, or null at its end. */
export type ExportPiece = Uint8Array<ArrayBuffer> | null

const PIECE = 256 * 1024

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')
yieldToOthers(10)

const { database, visibility, now, liveness } = workerData as ExportJob
const db = new SqliteDb(openReader(database))
const processes = systemProcesses(systemClock())
const isAlive = (pid: number): boolean | null => (liveness ? processes.isAlive(pid) : null)
const texts = exportBundle({ db, book: bookInForce(db), isAlive }, visibility, now)
const encoder = new TextEncoder()

const next = (): ExportPiece => {
  let text = ''
  while (text.length < PIECE) {
    const { done, value } = texts.next()
    if (done === true) break
    text += value
  }
  return text === '' ? null : encoder.encode(text)
}

// One piece per request, so that nothing piles up for a slow reader.
port.on('message', () => {
  const piece = next()
  port.postMessage(piece, piece === null ? [] : [piece.buffer])
  if (piece === null) port.close()
})
