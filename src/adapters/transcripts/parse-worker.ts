import { parentPort, workerData } from 'node:worker_threads'
import { discover } from './discover.js'
import { Extractor } from './extract.js'
import { readImage, readPage } from './reader.js'
import type { FromWorker, ToWorker } from './parse-messages.js'

/** Slices on their way to the consumer; the next one is made when one of them was taken. */
const AHEAD = 2

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')

/** The folder of the archive, or null without one. */
const archive: string | null = workerData
const extractor = new Extractor()
const say = (message: FromWorker): void => port.postMessage(message)

/** Readings by number: the slices still to come, and how many were sent and not yet taken. */
const readings = new Map<number, { readonly slices: ReturnType<Extractor['slices']>; untaken: number }>()

function advance(id: number): void {
  const reading = readings.get(id)
  if (reading === undefined) return
  try {
    while (reading.untaken < AHEAD) {
      const next = reading.slices.next()
      if (next.done === true) {
        readings.delete(id)
        say({ kind: 'end', id })
        return
      }
      reading.untaken++
      say({ kind: 'slice', id, slice: next.value })
    }
  } catch (error) {
    readings.delete(id)
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

/** Answers a question that has one answer. */
function answer(id: number, work: () => FromWorker): void {
  try {
    say(work())
  } catch (error) {
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

port.on('message', (message: ToWorker) => {
  const { id } = message
  switch (message.kind) {
    case 'read':
      readings.set(id, { slices: extractor.slices(message.job), untaken: 0 })
      return advance(id)
    case 'taken': {
      const reading = readings.get(id)
      if (reading !== undefined) reading.untaken--
      return advance(id)
    }
    case 'stop':
      readings.get(id)?.slices.return(undefined)
      readings.delete(id)
      return
    case 'list':
      return answer(id, () => ({ kind: 'listed', id, files: discover(message.roots) }))
    case 'page':
      return answer(id, () => ({ kind: 'page', id, page: readPage(archive, message.query) }))
    case 'image':
      return answer(id, () => ({ kind: 'image', id, image: readImage(archive, message.query) }))
  }
})
