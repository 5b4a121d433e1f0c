/** Runs commands until a fork server runs them, prints its process id, and waits to be killed. */
import { Effect } from 'effect'
import { systemClock } from '../../../src/adapters/clock.js'
import { openForkServer } from '../../../src/adapters/process/fork-server/open.js'

// A fork server alone does not keep its service running.
setInterval(() => undefined, 60_000)
const { run } = openForkServer(systemClock())
const parent = async (): Promise<number> => {
  const command = {
    program: 'sh',
    args: ['-c', 'echo $PPID'],
    env: { PATH: '/usr/bin:/bin' },
    timeout: 10_000,
    maxOutput: 100,
  }
  return Number((await Effect.runPromise(run(command))).output)
}
let pid = process.pid
while (pid === process.pid) pid = await parent()
console.log(pid)
