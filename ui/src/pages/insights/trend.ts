import { hundredths, share } from '../../format/format.js'

interface Share {
  readonly part: number
  readonly whole: number
}

/** Returns how a share changed; undefined if it reads the same, or if there is nothing to compare. */
export function trendOf(now: Share, before: Share): number | undefined {
  if (now.whole === 0 || before.whole === 0) return undefined
  if (share(now.part, now.whole) === share(before.part, before.whole)) return undefined
  return now.part / now.whole - before.part / before.whole
}

/** `+22%`, `−4%`: how a cost changed. Empty if there was none before, or if it is more than ten times as much. */
export function changeWords(now: number, before: number | null): string {
  if (before === null || before < 0.005) return ''
  const change = Math.round((now / before - 1) * 100)
  if (change > 999) return ''
  const sign = change < 0 ? '\u2212' : change > 0 ? '+' : ''
  return `${sign}${hundredths(Math.abs(change))}`
}
