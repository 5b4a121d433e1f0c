import type { Visibility } from '../../../domain/access/visibility.js'
import type { Instant } from '../../../domain/time.js'
import { exportBundle } from '../../../projections/queries/export.js'
import { bookInForce } from '../../../projections/pricing/price-book.js'
import { systemClock } from '../../clock.js'
import { systemProcesses } from '../../process/processes.js'
import { serve, threadData } from '../../threads/serve.js'
import { SqliteDb } from '../db.js'
import { openReader } from '../open.js'

export interface ExportJob {
  readonly database: string
  readonly visibility: Visibility
  readonly now: Instant
  /** Whether this process can see other processes. */
  readonly liveness: boolean
}

/** The conversation with an export thread. */
export interface ExportProtocol {
  readonly asks: object
  readonly streams: {
    /** Yields the bytes of the bundle. */
    bundle(): Iterator<Uint8Array<ArrayBuffer>, void, undefined>
  }
  readonly news: never
  readonly reports: never
}

const PIECE = 256 * 1024

const { database, visibility, now, liveness } = threadData<ExportJob>()
const db = new SqliteDb(openReader(database))
const processes = systemProcesses(systemClock())
const isAlive = (pid: number): boolean | null => (liveness ? processes.isAlive(pid) : null)
const texts = exportBundle({ db, book: bookInForce(db), isAlive }, visibility, now)
const encoder = new TextEncoder()

function* bundle(): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    yield encoder.encode(piece)
    piece = ''
  }
  if (piece !== '') yield encoder.encode(piece)
}

serve<ExportProtocol>({
  nice: 10,
  streams: { bundle },
  transfer: (piece) => [(piece as Uint8Array<ArrayBuffer>).buffer],
})
