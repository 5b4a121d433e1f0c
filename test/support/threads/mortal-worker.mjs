// A worker thread that exits when a message or a path passed to `node:fs` contains "deadly".
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { parentPort } from 'node:worker_threads'

const { searchParams } = new URL(process.argv[2])
const dies = searchParams.get('dies')

if (dies === 'at a message') {
  const on = parentPort.on.bind(parentPort)
  parentPort.on = (event, listener) =>
    on(event, (message) => (JSON.stringify(message).includes('deadly') ? process.exit(1) : listener(message)))
} else {
  const call = fs[dies]
  fs[dies] = (path, ...rest) => (String(path).includes('deadly') ? process.exit(1) : call(path, ...rest))
  syncBuiltinESMExports()
}
await import(searchParams.get('program'))
