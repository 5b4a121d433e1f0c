import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { endProgramsNow } from './programs.js'

/** Milliseconds that reads of files get to finish before the process ends without them. */
const READS_MS = 200

/** Reads of files and names that a thread of Node.js waits for. */
const isReading = (): boolean => process.getActiveResourcesInfo().some((name) => /^(?:FSReq|GetAddrInfo)/.test(name))

/** Ends this process and the programs that it runs. */
export const exitProcess = (code: number): void => {
  endProgramsNow()
  if (!isReading()) process.exit(code)
  setTimeout(() => {
    // Node.js waits for its threads when it exits, and one that opens a named pipe without a writer never returns.
    if (isReading()) process.kill(process.pid, 'SIGKILL')
    process.exit(code)
  }, READS_MS)
}

/** Whether this process was started so that it ignores a signal, as `nohup` does. True where that cannot be seen. */
export const isIgnored = (signal: NodeJS.Signals): boolean => {
  try {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    return mask === undefined || ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n
  } catch {
    return true
  }
}
