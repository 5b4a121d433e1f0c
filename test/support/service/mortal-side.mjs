// The side thread, where a search for "deadly" is the end of the thread.
import { parentPort } from 'node:worker_threads'

const on = parentPort.on.bind(parentPort)
parentPort.on = (event, listener) =>
  on(event, (message) => (message.query?.q === 'deadly' ? process.exit(1) : listener(message)))
await import('../../../src/adapters/sqlite/side/side-worker.dev.mjs')
