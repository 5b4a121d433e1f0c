import { shownResponse, shownTotals, type Told, type TotalsOf } from '../../../domain/transcript/facts/codex/usage.js'
import { discover } from '../files/discover.js'
import { LineReader } from '../files/lines.js'
import { parseLine } from '../files/parse-line.js'
import { openTranscript } from '../files/open-transcript.js'
import { stemOf, threadOf } from '../files/rollout-name.js'

interface Counts extends Told {
  readonly totals: Set<string>
  readonly responses: Set<string>
}

function addCounts(path: string, { totals, responses }: Counts): void {
  const opened = openTranscript(path)
  if (opened === null) return
  try {
    for (const line of new LineReader().lines(opened.readAt, 0)) {
      const value = parseLine(line, false)
      const total = value === null ? null : shownTotals(value)
      const response = value === null ? null : shownResponse(value)
      if (total !== null) totals.add(total)
      if (response !== null) responses.add(response)
    }
  } finally {
    opened.close()
  }
}

function lookUp(childPath: string, session: string): Told | null {
  const home = /^(.*)\/(?:archived_)?sessions\//.exec(childPath)?.[1]
  if (home === undefined) return null
  const own = stemOf(childPath)
  // Of its own thread, a file repeats the earlier ones; their names start with the time.
  const isEarlier = (path: string): boolean => threadOf(childPath) !== session || stemOf(path) < own
  const files = discover({ claude: null, codex: home }).filter(
    (file) => file.session === session && isEarlier(file.path),
  )
  const counts: Counts = { totals: new Set(), responses: new Set() }
  for (const { path } of files) addCounts(path, counts)
  return files.length === 0 ? null : counts
}

/**
 * Returns a lookup of the token counts of a fork's parent, whose rollout is somewhere under the same Codex directory. The
 * result is cached for one reading only: a later fork of the same parent repeats more of it.
 */
export function parentTotals(childPath: string): TotalsOf {
  let known: { readonly session: string; readonly told: Told | null } | null = null
  return (session) => {
    if (known?.session !== session) known = { session, told: lookUp(childPath, session) }
    return known.told
  }
}
