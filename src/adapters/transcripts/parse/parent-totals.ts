import { closeSync } from 'node:fs'
import { shownResponse, shownTotals, type Told, type TotalsOf } from '../../../domain/transcript/facts/codex/usage.js'
import { discover } from '../files/discover.js'
import { LineReader } from '../files/lines.js'
import { parseLine } from '../files/parse-line.js'
import { openRegular, reading } from '../../files/regular-file.js'

interface Counts extends Told {
  readonly totals: Set<string>
  readonly responses: Set<string>
}

function addCounts(path: string, { totals, responses }: Counts): void {
  const opened = openRegular(path)
  if (opened === null) return
  try {
    for (const line of new LineReader().lines(reading(opened.fd), 0)) {
      const value = parseLine(line, false)
      const total = value === null ? null : shownTotals(value)
      const response = value === null ? null : shownResponse(value)
      if (total !== null) totals.add(total)
      if (response !== null) responses.add(response)
    }
  } finally {
    closeSync(opened.fd)
  }
}

function lookUp(childPath: string, session: string): Told | null {
  const home = /^(.*)\/(?:archived_)?sessions\//.exec(childPath)?.[1]
  if (home === undefined) return null
  const files = discover({ claude: null, codex: home }).filter((file) => file.session === session)
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
