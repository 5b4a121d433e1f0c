// The watching thread on a machine where looking at some files is the end of the thread.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const lstat = fs.lstatSync
fs.lstatSync = (path, ...rest) => (String(path).includes('deadly') ? process.exit(1) : lstat(path, ...rest))
syncBuiltinESMExports()
await import('../../../src/adapters/transcripts/watch/watch-worker.dev.mjs')
