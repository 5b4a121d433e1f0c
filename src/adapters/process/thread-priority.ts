import { setPriority } from 'node:os'

/**
 * Lets this thread run when nobody else of the machine wants to: what works behind the requests must not take their time.
 * On Linux a thread has a priority of its own; elsewhere it would be the whole process's, so nothing is done there.
 */
export const yieldToOthers = (nice: number): void => {
  if (process.platform !== 'linux') return
  try {
    setPriority(nice)
  } catch {
    // Not allowed here: then it takes its turn like the others.
  }
}
