import { setPriority } from 'node:os'

/**
 * Lowers the priority of this thread, so that background work takes no time from requests. Only on Linux, where each thread has
 * its own priority; elsewhere it would change the whole process.
 */
export const yieldToOthers = (nice: number): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(nice)
  } catch {
    // Not permitted: the thread keeps its normal priority.
  }
}
