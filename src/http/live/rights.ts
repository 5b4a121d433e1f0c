import type { WebSocket } from 'ws'
import type { Caller } from '../../domain/access/caller.js'
import type { Principal } from '../../domain/access/visibility.js'
import { dismiss } from './dismiss.js'

/** Close codes of sockets whose client may no longer have them: its login has ended; its rights have changed. */
export const LOGIN_ENDED = 4401
export const RIGHTS_CHANGED = 4403

/** Milliseconds. A login that nobody ends grows too old in the meantime. */
const CHECK_MS = 30_000

/** Returns a principal with its current rights; undefined if it may no longer call. */
export type Current = (principal: Principal) => Principal | undefined

interface Held {
  readonly principal: Principal
  /** Whether what the socket shows may still be seen. */
  readonly mayShow: () => boolean
}

/** The open sockets of logins. They close when the login ends, and when what its user may do changes. */
export class SocketRights {
  readonly #open = new Map<WebSocket, Held>()
  readonly #checks: NodeJS.Timeout

  constructor(
    private readonly current: Current,
    /** How many sockets a user may have open. */
    private readonly most: number,
  ) {
    this.#checks = setInterval(() => this.check(), CHECK_MS)
    this.#checks.unref()
  }

  /** Whether a caller has as many sockets as a user may have. The local user has no limit. */
  isFull({ principal: { id, kind } }: Caller): boolean {
    if (kind === 'local') return false
    return [...this.#open.values()].filter(({ principal }) => principal.id === id).length >= this.most
  }

  add(socket: WebSocket, { principal }: Caller, mayShow: () => boolean = () => true): void {
    if (principal.kind === 'local') return
    this.#open.set(socket, { principal, mayShow })
    socket.on('close', () => this.#open.delete(socket))
  }

  /** Closes the sockets that their clients may no longer have. */
  check(): void {
    for (const [socket, { principal, mayShow }] of this.#open) {
      const now = this.current(principal)
      if (now === undefined) this.#close(socket, LOGIN_ENDED, 'the login has ended')
      else if (now.role !== principal.role || now.isHostOwner !== principal.isHostOwner || !mayShow())
        this.#close(socket, RIGHTS_CHANGED, 'what you may see has changed')
    }
  }

  close(): void {
    clearInterval(this.#checks)
  }

  #close(socket: WebSocket, code: number, reason: string): void {
    this.#open.delete(socket)
    dismiss(socket, code, reason)
  }
}
