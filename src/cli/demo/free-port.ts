import { createServer } from 'node:net'

/** Returns the port if it is free, else 0, which lets the system choose one. */
export const freePort = (host: string, port: number): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(0))
    probe.listen(port, host, () => probe.close(() => resolve(port)))
  })
