import { readFileSync } from 'node:fs'

/** Whether a process runs. One that has exited but was not waited for does not: in a container, nobody may ever wait. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
