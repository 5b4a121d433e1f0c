import { appendFileSync, mkdirSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seededRandom } from '../../../src/cli/demo/random.js'
import { past } from '../../../src/cli/demo/stories/past.js'
import { simulate } from '../../../src/cli/demo/simulate.js'

const HOUR = 3_600_000
/** One in this many sessions ended so recently that it is still open. */
const RECENT = 40

/** Writes transcripts of both tools to their homes: most from the last days, some from the last minutes. */
export const recordSessions = (
  { claudeHome, codexHome }: { readonly claudeHome: string; readonly codexHome: string },
  sessions: number,
  days = 29,
): void => {
  const random = seededRandom(sessions)
  const now = Date.now()
  for (let index = 0; index < sessions; index += 1) {
    const story = past[index % past.length] ?? past[0]
    if (story === undefined) return
    const isRecent = index % RECENT === 0
    const pace = isRecent
      ? ({ thinks: [0.1, 0.4], runs: [0.1, 0.3], appetite: 1 } as const)
      : ({ thinks: [2, 20], runs: [0.2, 9], appetite: 1 } as const)
    const turns = isRecent ? story.turns.slice(0, 1).map((turn) => ({ ...turn, rests: 0 })) : story.turns
    const startedAt = isRecent ? now - 300_000 : now - random.int(8, days * 24) * HOUR
    const files = new Map<string, { text: string; at: number }>()
    for (const { at, lines } of simulate({
      story: { ...story, turns },
      session: random.uuid(),
      startedAt,
      pace,
      random,
    })) {
      for (const { provider, path, text } of lines) {
        const file = join(provider === 'codex' ? codexHome : claudeHome, path)
        files.set(file, { text: (files.get(file)?.text ?? '') + text, at })
      }
    }
    for (const [file, { text, at }] of files) {
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, text)
      utimesSync(file, at / 1000, at / 1000)
    }
  }
}
