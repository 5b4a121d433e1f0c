import { parentPort } from 'node:worker_threads'
import { discover } from './discover.js'
import { Extractor } from './extract.js'
import type { FromWorker, ToWorker } from './parse-messages.js'

/** Slices on their way to the consumer; the next one is made when one of them was taken. */
const AHEAD = 2

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')

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

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'read':
      readings.set(message.id, { slices: extractor.slices(message.job), untaken: 0 })
      return advance(message.id)
    case 'taken': {
      const reading = readings.get(message.id)
      if (reading !== undefined) reading.untaken--
      return advance(message.id)
    }
    case 'stop':
      readings.get(message.id)?.slices.return(undefined)
      readings.delete(message.id)
      return
    case 'list':
      return say({ kind: 'listed', id: message.id, files: discover(message.roots) })
  }
})
