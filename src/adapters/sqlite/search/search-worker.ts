import { parentPort, workerData } from 'node:worker_threads'
import { EventIndex } from './event-index.js'
import type { FromSearch, ToSearch } from './messages.js'

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')

const { source, file } = workerData as { readonly source: string; readonly file: string }
const index = new EventIndex(source, file)
const say = (message: FromSearch): void => port.postMessage(message)

let following = false

/** Follows the log in slices: a question that comes meanwhile is answered between two of them. */
const follow = (): void => {
  if (following) return
  following = true
  const step = (): void => {
    try {
      following = index.advance()
    } catch {
      // The tables are being swapped, or the disk is full: the next move tries again, and a search looks at what is missing.
      following = false
    }
    if (following) setImmediate(step)
  }
  step()
}

const answer = (id: number, work: () => FromSearch): void => {
  try {
    say(work())
  } catch (error) {
    say({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

port.on('message', (message: ToSearch) => {
  switch (message.kind) {
    case 'moved':
      return follow()
    case 'find':
      return answer(message.id, () => ({
        kind: 'found',
        id: message.id,
        page: index.find(message.visibility, message.query),
      }))
    case 'forget':
      return answer(message.id, () => {
        index.forget(message.positions)
        return { kind: 'done', id: message.id }
      })
  }
})
follow()
