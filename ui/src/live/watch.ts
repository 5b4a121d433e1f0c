/** After so long without a word the service is asked whether it is there: a browser does not show the pings of a socket. */
export const QUIET_MS = 2000
/** How long it may take to answer. */
export const ANSWER_MS = 3000

interface WatchDeps {
  readonly ask: () => void
  /** Nobody answered. */
  readonly onSilence: () => void
  readonly now: () => number
  readonly later: (run: () => void, ms: number) => () => void
}

export interface Watch {
  /** The service said something, whatever it was. */
  readonly heard: () => void
  readonly stop: () => void
}

/** Looks whether the other end of a connection still is there, also where nothing is said for long. */
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
    // Nothing asked yet, or the page slept and its answer lies unread: it is asked, once more.
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
