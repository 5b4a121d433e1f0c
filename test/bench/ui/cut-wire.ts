import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between browser and service. `cut` closes all connections and rejects new ones until `restore`. */
export interface Wire {
  readonly url: string
  readonly cut: () => void
  readonly restore: () => void
  readonly close: () => Promise<void>
}

export const wireTo = async (service: string): Promise<Wire> => {
  const port = Number(new URL(service).port)
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const end of [near, far]) {
      open.add(end)
      end.on('error', () => end.destroy()).on('close', () => open.delete(end))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    whole = false
    for (const end of open) end.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      whole = true
    },
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
