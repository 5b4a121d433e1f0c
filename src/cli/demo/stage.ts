import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../commands/ports/clock.js'
import { DAY, type Instant } from '../../domain/time.js'
import type { Beat } from './beat.js'
import type { Door } from './door.js'
import type { Homes } from './homes.js'
import { seededRandom } from './random.js'
import { encores, opening } from './scenario.js'
import type { Story } from './story.js'
import { type Pace, tell } from './tell.js'

interface StageParts {
  readonly clock: Clock
  readonly homes: Homes
  readonly door: Door
  readonly seed: number
  readonly complain: (line: string) => void
}

const BRISK: Pace = { thinks: [3, 9], runs: [1, 8] }
const EVERY_MS = 40_000
const HOUR = DAY / 24

/** Returns the used percentages of an invented plan, some hours after the demo started. */
const limitsAt = (began: Instant, now: Instant) => {
  const hours = (now - began) / HOUR
  const window = (used_percentage: number, left: Instant) => ({
    used_percentage,
    resets_at: Math.round((began + left) / 1000),
  })
  return {
    five_hour: window(Math.min(96, 37 + hours * 14), 2.6 * HOUR),
    seven_day: window(Math.min(98, 52 + hours * 1.2), 3.2 * DAY),
  }
}

/** Plays the stories, and starts a new one now and then, until it is closed. */
export const openStage = ({ clock, homes, door, seed, complain }: StageParts) => {
  const random = seededRandom(seed)
  const began = clock.now()
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
    for (const line of lines) homes.append(line)
    if (hook !== null) await door.hook(hook, at)
    if (status !== null) await door.status({ ...status, rate_limits: limitsAt(began, clock.now()) })
  }
  const play = async (story: Story, startedAt: Instant): Promise<void> => {
    for (const beat of tell({ story, session: random.uuid(), startedAt, pace: BRISK, random })) {
      await until(beat.at)
      await act(beat)
    }
  }
  const callIn = async (): Promise<void> => {
    for (let next = 0; ; next += 1) {
      await until(began + (next + 1) * EVERY_MS)
      const story = encores[next % encores.length] ?? encores[0]
      start(play(story, clock.now()))
    }
  }
  const start = (performance: Promise<void>): void => {
    const over = performance
      .catch((error: unknown) => {
        if (!closing.signal.aborted) complain(`a demo agent stopped: ${String(error)}`)
      })
      .finally(() => playing.delete(over))
    playing.add(over)
  }
  for (const { story, secondsAgo } of opening) start(play(story, began - secondsAgo * 1000))
  start(callIn())
  return {
    close: async (): Promise<void> => {
      closing.abort()
      await Promise.all(playing)
    },
  }
}
