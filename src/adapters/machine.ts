import { arch, cpus, freemem, loadavg, platform, totalmem } from 'node:os'

/** Returns facts about the machine and this process. */
export const machineFacts = () => {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  return {
    node: process.version,
    platform: platform(),
    arch: arch(),
    cpus: cpus().length,
    load: loadavg(),
    totalMemory: totalmem(),
    freeMemory: freemem(),
    memory: { rss, heapTotal, heapUsed, external },
  }
}
