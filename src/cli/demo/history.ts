import type { Instant } from '../../domain/time.js'
import type { Homes } from './homes.js'
import { type Random, seededRandom } from './random.js'
import { past } from './stories/past.js'
import { type Pace, tell } from './tell.js'

const HOUR = 3_600_000
const UNHURRIED: Pace = { thinks: [5, 28], runs: [0.2, 14] }

/** Writes the transcripts of the days before `now` in the CLIs' formats. */
export const writePast = (homes: Homes, now: Instant, seed: number): void => {
  const random: Random = seededRandom(seed)
  for (const { hoursAgo, ...story } of past) {
    const startedAt = now - hoursAgo * HOUR
    const written = new Map<string, Instant>()
    for (const { at, lines } of tell({ story, session: random.uuid(), startedAt, pace: UNHURRIED, random })) {
      for (const line of lines) written.set(homes.append(line), at)
    }
    for (const [path, at] of written) homes.date(path, at)
  }
}
