import { parentPort, workerData } from 'node:worker_threads'
import type { Slice } from '../../../commands/ports/transcripts.js'
import { yieldToOthers } from '../../threads/priority.js'
import { readCompanion } from '../parse/companion.js'
import { discover, discoverAll } from '../files/discover.js'
import { Extractor } from '../parse/extract.js'
import { findWords } from '../pages/find.js'
import { readImage, readLine, readPage } from '../pages/pages.js'
import type { FromWorker, ToWorker } from './messages.js'

/** Slices sent but not yet consumed. The next one is made when one is consumed. */
const AHEAD = 2

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')
// Users may wait for a page of a conversation, but hooks come first.
yieldToOthers(5)

interface WorkerData {
  /** The folder of the archive, or null without one. */
  readonly archive: string | null
  /** The current request, which the main thread reads if this thread crashes. */
  readonly at: Int32Array
}
const { archive, at } = workerData as WorkerData
const extractor = new Extractor()
const say = (message: FromWorker): void => port.postMessage(message)

/** A file being read. */
interface Reading {
  readonly slices: ReturnType<Extractor['slices']>
  /** Slices sent and not yet consumed. */
  untaken: number
  /** Ready but held back until it is known whether another slice follows: most files then need only one message. */
  held: Slice | null
}

const readings = new Map<number, Reading>()

function advance(id: number, reading: Reading): void {
  while (reading.untaken < AHEAD) {
    const next = reading.slices.next()
    const last = next.done === true
    if (reading.held !== null) {
      say({ kind: 'slice', id, slice: reading.held, last })
      reading.untaken++
    } else if (last) say({ kind: 'end', id })
    if (last) {
      readings.delete(id)
      return
    }
    reading.held = next.value
  }
}

function read(id: number, reading: Reading): void {
  try {
    advance(id, reading)
  } catch (error) {
    readings.delete(id)
    say(failed(id, error))
  }
}

const failed = (id: number, error: unknown): FromWorker => ({
  kind: 'failed',
  id,
  message: error instanceof Error ? error.message : String(error),
})

/** Sends the answer to a request with a single answer. */
function answer(id: number, work: () => FromWorker): void {
  try {
    say(work())
  } catch (error) {
    say(failed(id, error))
  }
}

port.on('message', (message: ToWorker) => {
  Atomics.store(at, 0, message.id)
  work(message)
  Atomics.store(at, 0, 0)
})

function work(message: ToWorker): void {
  const { id } = message
  switch (message.kind) {
    case 'read': {
      const reading: Reading = { slices: extractor.slices(message.job), untaken: 0, held: null }
      readings.set(id, reading)
      return read(id, reading)
    }
    case 'taken': {
      const reading = readings.get(id)
      if (reading === undefined) return
      reading.untaken--
      return read(id, reading)
    }
    case 'stop':
      readings.get(id)?.slices.return(undefined)
      readings.delete(id)
      return
    case 'list':
      return answer(id, () => ({ kind: 'listed', id, files: discover(message.roots) }))
    case 'companions':
      return answer(id, () => ({ kind: 'companions', id, files: discoverAll(message.roots).companions }))
    case 'companion':
      return answer(id, () => ({ kind: 'companion', id, facts: readCompanion(message.file) }))
    case 'page':
      return answer(id, () => ({ kind: 'page', id, page: readPage(archive, message.query) }))
    case 'image':
      return answer(id, () => ({ kind: 'image', id, image: readImage(archive, message.query) }))
    case 'line':
      return answer(id, () => ({ kind: 'line', id, line: readLine(archive, message.query) }))
    case 'find':
      return answer(id, () => ({ kind: 'find', id, found: findWords(archive, message.query) }))
  }
}
