// Loaded into a measured service with `--import`. On SIGUSR2 it writes the longest time that the event loop was blocked since the
// last signal, in milliseconds, into the file that EVENT_LOOP_FILE names.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const file = process.env['EVENT_LOOP_FILE']
// The service passes its environment to what it starts.
delete process.env['EVENT_LOOP_FILE']
if (isMainThread && file !== undefined) {
  const resolution = 1
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  process.on('SIGUSR2', () => {
    // Each value includes the interval of the timer that is late.
    writeFileSync(`${file}.part`, String(Math.max(0, delay.max / 1e6 - resolution)))
    renameSync(`${file}.part`, file)
    delay.reset()
  })
}
