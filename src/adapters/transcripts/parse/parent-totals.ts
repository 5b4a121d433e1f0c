import { closeSync } from 'node:fs'
import { shownTotals, type TotalsOf } from '../../../domain/transcript/facts/codex/usage.js'
import { discover } from '../files/discover.js'
import { LineReader } from '../files/lines.js'
import { parseLine } from '../files/parse-line.js'
import { openRegular, reading } from '../../files/regular-file.js'

function totalsIn(path: string): ReadonlySet<string> | null {
  const opened = openRegular(path)
  if (opened === null) return null
  const totals = new Set<string>()
  try {
    for (const line of new LineReader().lines(reading(opened.fd), 0)) {
      const value = parseLine(line, false)
      const shown = value === null ? null : shownTotals(value)
      if (shown !== null) totals.add(shown)
    }
    return totals
  } finally {
    closeSync(opened.fd)
  }
}

function lookUp(childPath: string, session: string): ReadonlySet<string> | null {
  const home = /^(.*)\/(?:archived_)?sessions\//.exec(childPath)?.[1]
  if (home === undefined) return null
  const parent = discover({ claude: null, codex: home }).find((file) => file.session === session)
  return parent === undefined ? null : totalsIn(parent.path)
}

/**
 * Returns a lookup of the token counts of a fork's parent, whose rollout is somewhere under the same Codex directory. The
 * result is cached for one reading only: a later fork of the same parent repeats more of it.
 */
export function parentTotals(childPath: string): TotalsOf {
  let known: { readonly session: string; readonly totals: ReadonlySet<string> | null } | null = null
  return (session) => {
    if (known?.session !== session) known = { session, totals: lookUp(childPath, session) }
    return known.totals
  }
}
