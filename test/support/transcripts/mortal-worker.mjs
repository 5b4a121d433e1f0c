// The parse worker on a machine where opening some files is the end of the thread.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const open = fs.openSync
fs.openSync = (path, ...rest) => (String(path).includes('deadly') ? process.exit(1) : open(path, ...rest))
syncBuiltinESMExports()
await import('../../../src/adapters/transcripts/thread/parse-worker.dev.mjs')
