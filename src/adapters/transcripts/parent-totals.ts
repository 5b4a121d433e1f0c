import { closeSync } from 'node:fs'
import { shownTotals, type TotalsOf } from '../../domain/transcript/codex-usage.js'
import { discover } from './discover.js'
import { LineReader } from './lines.js'
import { openRegular, reading } from './regular-file.js'

/** Forks of one session are read in a row; more parents than this at a time do not occur. */
const KEPT = 4

function totalsIn(path: string): ReadonlySet<string> | null {
  const opened = openRegular(path)
  if (opened === null) return null
  const totals = new Set<string>()
  try {
    for (const { buffer, start, end, damage } of new LineReader().lines(reading(opened.fd), 0)) {
      if (damage !== null) continue
      try {
        const shown = shownTotals(JSON.parse(buffer.toString('utf8', start, end)))
        if (shown !== null) totals.add(shown)
      } catch {
        // Not JSON: no count to compare with.
      }
    }
    return totals
  } finally {
    closeSync(opened.fd)
  }
}

/** Looks up the token counts of a fork's parent, whose rollout stands somewhere under the same Codex directory. */
export function parentTotals(): (childPath: string) => TotalsOf {
  const kept = new Map<string, ReadonlySet<string> | null>()
  return (childPath) => (session) => {
    const known = kept.get(session)
    if (known !== undefined) return known
    const home = /^(.*)\/(?:archived_)?sessions\//.exec(childPath)?.[1]
    const parent = home === undefined ? [] : discover({ claude: null, codex: home })
    const path = parent.find((file) => file.session === session)?.path
    const totals = path === undefined ? null : totalsIn(path)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(session, totals)
    return totals
  }
}
