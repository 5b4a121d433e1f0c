import type { Instant } from '../../domain/time.js'
import type { Directories } from './directories.js'
import { type Random, seededRandom } from './random.js'
import { type Pace, simulate } from './simulate.js'
import type { PastStory } from './story.js'
import { past } from './stories/past.js'
import { routine } from './stories/routine.js'

const HOUR = 3_600_000
/** A day of the past costs about as much as some hours of the demo, so that its charts stay readable while it runs. */
const UNHURRIED: Pace = { thinks: [5, 28], runs: [0.2, 14], appetite: 3 }

/** What a user has set on a session. */
export type Labels = Pick<PastStory, 'pinned' | 'tags' | 'note'> & { readonly session: string }

/** Writes the transcripts of the weeks before `now` in the CLIs' formats, and returns what is set on their sessions. */
export const writePast = (directories: Directories, now: Instant, seed: number): readonly Labels[] => {
  const random: Random = seededRandom(seed)
  return [...past, ...routine].flatMap(({ hoursAgo, pinned, tags, note, ...story }) => {
    const session = random.uuid()
    const startedAt = now - hoursAgo * HOUR
    const written = new Map<string, Instant>()
    for (const { at, lines } of simulate({ story, session, startedAt, pace: UNHURRIED, random })) {
      for (const line of lines) written.set(directories.append(line), at)
    }
    for (const [path, at] of written) directories.date(path, at)
    const labels = Object.fromEntries(Object.entries({ pinned, tags, note }).filter(([, value]) => value !== undefined))
    return Object.keys(labels).length === 0 ? [] : [{ session, ...labels }]
  })
}
