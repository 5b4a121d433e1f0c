import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../commands/ports/clock.js'
import { DAY, type Instant } from '../../domain/time.js'
import type { Beat } from './beat.js'
import type { Client } from './client.js'
import type { Directories } from './directories.js'
import { seededRandom } from './random.js'
import { encores, opening } from './scenario.js'
import type { Story } from './story.js'
import { type Pace, simulate } from './simulate.js'

interface Options {
  readonly clock: Clock
  readonly directories: Directories
  readonly client: Client
  readonly seed: number
  readonly complain: (line: string) => void
}

const BRISK: Pace = { thinks: [3, 9], runs: [1, 8], appetite: 0.4 }
/** The first stories start soon after each other, and later ones seldom: a demo that runs for hours must not dwarf its own past. */
const SOON_MS = 40_000
const SELDOM_MS = 240_000
const SOON = 6
const HOUR = DAY / 24

/** Returns the used percentages of an invented plan, some hours after the demo started. */
const limitsAt = (startedAt: Instant, now: Instant) => {
  const hours = (now - startedAt) / HOUR
  const window = (used_percentage: number, left: Instant) => ({
    used_percentage,
    resets_at: Math.round((startedAt + left) / 1000),
  })
  return {
    five_hour: window(Math.min(96, 37 + hours * 14), 2.6 * HOUR),
    seven_day: window(Math.min(98, 52 + hours * 1.2), 3.2 * DAY),
  }
}

/** Plays the stories, and starts a new one now and then, until it is closed. */
export const startSimulation = ({ clock, directories, client, seed, complain }: Options) => {
  const random = seededRandom(seed)
  const openedAt = clock.now()
  const closing = new AbortController()
  // Each paused agent adds a listener; Node would warn about a leak after ten.
  setMaxListeners(0, closing.signal)
  const playing = new Set<Promise<void>>()

  const until = async (at: Instant): Promise<void> => {
    const wait = at - clock.now()
    if (wait > 0) await setTimeout(wait, undefined, { signal: closing.signal })
    closing.signal.throwIfAborted()
  }
  const act = async ({ at, lines, hook, status }: Beat): Promise<void> => {
    for (const line of lines) directories.append(line)
    if (hook !== null) await client.hook(hook, at)
    if (status !== null) await client.status({ ...status, rate_limits: limitsAt(openedAt, clock.now()) })
  }
  const play = async (story: Story, startedAt: Instant): Promise<void> => {
    for (const beat of simulate({ story, session: random.uuid(), startedAt, pace: BRISK, random })) {
      await until(beat.at)
      await act(beat)
    }
  }
  const startMore = async (): Promise<void> => {
    for (let next = 0; ; next += 1) {
      await until(openedAt + Math.min(next + 1, SOON) * SOON_MS + Math.max(0, next + 1 - SOON) * SELDOM_MS)
      const story = encores[next % encores.length] ?? encores[0]
      track(play(story, clock.now()))
    }
  }
  const track = (run: Promise<void>): void => {
    const over = run
      .catch((error: unknown) => {
        if (!closing.signal.aborted) complain(`a demo agent stopped: ${String(error)}`)
      })
      .finally(() => playing.delete(over))
    playing.add(over)
  }
  for (const { story, secondsAgo } of opening) track(play(story, openedAt - secondsAgo * 1000))
  track(startMore())
  return {
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all(playing)
    },
  }
}
