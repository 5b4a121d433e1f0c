/** After this long without a message, the page pings the service: a browser does not expose the pings of a socket. */
export const QUIET_MS = 2000
/** Milliseconds to wait for the answer. */
export const ANSWER_MS = 3000

interface WatchDeps {
  readonly ask: () => void
  /** The service did not answer. */
  readonly onSilence: () => void
  readonly now: () => number
  readonly later: (run: () => void, ms: number) => () => void
}

export interface Watch {
  /** Reports any message of the service. */
  readonly heard: () => void
  readonly stop: () => void
}

/** Watches whether the other end of a connection is alive, also when there are no messages. */
export function watchSilence({ ask, onSilence, now, later }: WatchDeps): Watch {
  let heardAt = now()
  let askedAt: number | undefined
  let cancel: () => void

  const lookIn = (ms: number): void => {
    const due = now() + ms
    cancel = later(() => look(now() - due), ms)
  }

  const look = (late: number): void => {
    if (askedAt === undefined) {
      const quiet = now() - heardAt
      if (quiet < QUIET_MS) return lookIn(QUIET_MS - quiet)
    } else if (late < ANSWER_MS) return onSilence()
    // No ping was sent yet, or the page slept and the answer may be unread: send another one.
    askedAt = now()
    ask()
    return lookIn(ANSWER_MS)
  }

  lookIn(QUIET_MS)
  return {
    heard: () => {
      heardAt = now()
      askedAt = undefined
    },
    stop: () => cancel(),
  }
}
