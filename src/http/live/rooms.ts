import { seesEverything, type Visibility } from '../../domain/access/visibility.js'
import type { SocketData, SocketType } from '../contract/socket.js'
import type { Audience, Listener } from './audience.js'
import type { Connection } from './connection.js'
import { serialize } from './replay.js'
import { Room } from './room.js'
import type { StreamFeed } from './stream-feed.js'

/** Users who may see the same rows, and are connected or may return. */
export interface Readers extends Listener {
  readonly send: <T extends SocketType>(type: T, data: SocketData[T]) => void
}

/** What an announcer sends its messages to. */
export interface Outbox {
  /** Sends one message to an audience. */
  readonly send: <T extends SocketType>(type: T, data: SocketData[T], audience: Audience) => void
  /** For rows and figures: an announcer reads them with the visibility of those it sends them to. */
  readonly readers: readonly Readers[]
}

export type Announcement = (out: Outbox) => void

/** All connections, grouped by what their users may see. */
export class Rooms {
  readonly #rooms = new Map<string, Room>()
  readonly #epoch: string

  constructor(
    private readonly now: () => number,
    private readonly streams: StreamFeed,
  ) {
    this.#epoch = now().toString(36)
  }

  get connections(): readonly Connection[] {
    return [...this.#rooms.values()].flatMap(({ connections }) => [...connections])
  }

  /** Returns the connections of those who may see the same rows; all of them to those who see everything. */
  connectionsWith(visibility: Visibility): number {
    return seesEverything(visibility)
      ? this.connections.length
      : [...this.#rooms.values()]
          .filter((room) => JSON.stringify(room.listener.visibility) === JSON.stringify(visibility))
          .reduce((sum, { connections }) => sum + connections.size, 0)
  }

  /** Returns the room of those who receive the same messages. */
  of(listener: Listener): Room {
    const key = JSON.stringify([listener.visibility, listener.rights, listener.isAdmin])
    const room = this.#rooms.get(key) ?? new Room(listener, this.now, this.streams, this.#epoch)
    this.#rooms.set(key, room)
    return room
  }

  /**
   * Runs an announcement unless nobody would receive it, with one write per client. A room without clients forgets its messages
   * instead: those who return later must re-read.
   */
  announce(announcement: Announcement): void {
    const wanted: Room[] = []
    for (const room of this.#rooms.values()) {
      if (room.isWanted) wanted.push(room)
      else room.forget()
    }
    if (wanted.length === 0) return
    const corked = wanted.flatMap(({ connections }) => [...connections])
    for (const connection of corked) connection.cork()
    try {
      announcement(this.#outboxOf(wanted))
    } finally {
      for (const connection of corked) connection.uncork()
    }
  }

  /** Drops all replay buffers: clients that reconnect must re-read. */
  forget(): void {
    for (const room of this.#rooms.values()) room.forget()
  }

  #outboxOf(rooms: readonly Room[]): Outbox {
    return {
      send: (type, data, audience) => {
        const message = serialize(type, data, this.now())
        for (const room of rooms) if (audience(room.listener)) room.send(message)
      },
      readers: rooms.map((room) => ({
        ...room.listener,
        send: (type, data) => room.send(serialize(type, data, this.now())),
      })),
    }
  }
}
