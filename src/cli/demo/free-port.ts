import { createServer } from 'node:net'

/** The port where it is free; 0, which takes any, where it is not. */
export const freePort = (host: string, port: number): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
