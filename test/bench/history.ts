import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { forkSession, type GeneratedSession, generateSession, type SessionPlan } from './history/session.js'
import { textSource } from './history/text.js'
import { addTokens, type Manifest, noTokens } from './history/truth.js'
import { type Random, seededRandom } from '../../src/cli/demo/random.js'

export interface HistorySize {
  readonly sessions: number
  /** Median number of replies of a session's main agent. */
  readonly replies: number
  /** Maximum number of subagents of a session. */
  readonly maxSubagents: number
}

/** From one afternoon to a year of heavy use. On disk: 5 MB, 0.2 GB, 1.1 GB, 1.5 GB (a million lines). */
export const historySizes = {
  small: { sessions: 50, replies: 10, maxSubagents: 1 },
  medium: { sessions: 500, replies: 32, maxSubagents: 4 },
  large: { sessions: 2000, replies: 47, maxSubagents: 5 },
  million: { sessions: 2700, replies: 47, maxSubagents: 5 },
} as const satisfies Readonly<Record<string, HistorySize>>

export type HistorySizeName = keyof typeof historySizes

const firstDay = Date.UTC(2026, 5, 1)
const days = 90
const projects = 12

const planOf = (random: Random, size: HistorySize): SessionPlan => ({
  startedAt: firstDay + random.int(0, days * 86_400_000),
  replies: random.skewed(size.replies, size.replies * 12),
  subagents: random.int(0, size.maxSubagents),
  cwd: `/home/dev/project-${random.int(1, projects)}`,
})

/** Yields the sessions of a history one at a time, because a large history does not fit in memory. */
function* sessionsOf(size: HistorySize, seed: number): Generator<{ plan: SessionPlan; session: GeneratedSession }> {
  const random = seededRandom(seed)
  const text = textSource(random)
  let parent: GeneratedSession | null = null
  for (let count = 0; count < size.sessions; count++) {
    const plan = planOf(random, size)
    const forked: GeneratedSession | null = random.chance(0.02) ? parent : null
    const session: GeneratedSession =
      forked === null ? generateSession(random, text, plan) : forkSession(random, text, forked, plan)
    parent = forked === null ? session : null
    yield { plan, session }
  }
}

/**
 * Writes a history to a Claude Code home and returns its expected figures. The same size and seed give the same bytes.
 * One file in ten lacks the final newline, as after a killed CLI.
 */
export const writeHistory = (claudeHome: string, size: HistorySize, seed = 1): Manifest => {
  const endings = seededRandom(seed + 1)
  let [sessions, files, lines, bytes, messages, broken, turns] = [0, 0, 0, 0, 0, 0, 0]
  let tokens = noTokens
  const bySession: Manifest['bySession'] = {}
  for (const { plan, session } of sessionsOf(size, seed)) {
    const folder = join(claudeHome, 'projects', plan.cwd.replaceAll('/', '-'))
    for (const file of session.files) {
      const path = join(folder, file.path)
      const body = Buffer.from(`${file.lines.join('\n')}${endings.chance(0.1) ? '' : '\n'}`)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, body)
      utimesSync(path, file.endedAt / 1000, file.endedAt / 1000)
      if (!path.endsWith('.jsonl')) continue
      files++
      lines += file.lines.length
      bytes += body.length
    }
    sessions++
    messages += session.messages
    broken += session.broken
    turns += session.turns
    bySession[session.id] = session.tokens
    for (const used of Object.values(session.tokens)) tokens = addTokens(tokens, used)
  }
  return { sessions, files, lines, bytes, messages, broken, turns, tokens, bySession }
}
