import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const PROGRAM = `
const { renameSync } = require('fs')
const [folder, link] = process.argv.slice(1)
let count = 0
process.on('SIGTERM', () => process.exit())
const swap = () => {
  for (let n = 0; n < 50; n++) {
    renameSync(folder, folder + '.aside'); renameSync(link, folder)
    renameSync(folder, link); renameSync(folder + '.aside', folder)
  }
  if (count++ === 0) process.stdout.write('swapping')
  setImmediate(swap)
}
swap()`

/** Swaps a folder for a link again and again, in a process of its own. Returns how to stop that. */
export const swapping = async (folder: string, link: string): Promise<() => Promise<void>> => {
  const child: ChildProcess = spawn(process.execPath, ['-e', PROGRAM, folder, link], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout !== null) await once(child.stdout, 'data')
  return async () => {
    child.kill()
    await once(child, 'exit')
  }
}
