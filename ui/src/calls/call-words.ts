import type { ToolCallRow } from '../api/types.js'
import { duration, exactCount } from '../format/format.js'
import { t } from '../i18n/i18n.js'

/** Returns the outcome of a call in a few words; empty if it is only known to have succeeded. */
export function outcomeWords({ state, error, outcome }: ToolCallRow): string {
  switch (state) {
    case 'running':
      return t('calls:running')
    case 'waiting':
      return t('calls:waiting')
    case 'unfinished':
      return t('calls:unfinished')
    case 'failed':
      return firstLine(error) || t('calls:failed')
    case 'done':
      return outcome === null ? '' : doneWords(outcome)
  }
}

function doneWords({ added, removed, lines, files }: NonNullable<ToolCallRow['outcome']>): string {
  if (added !== undefined || removed !== undefined) return `+${exactCount(added ?? 0)} −${exactCount(removed ?? 0)}`
  if (lines !== undefined) return lines === 0 ? t('calls:noOutput') : t('calls:lines', { count: lines })
  return files === undefined ? '' : t('calls:files', { count: files })
}

const firstLine = (text: string | null): string =>
  text
    ?.split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? ''

const MINUTE_MS = 60_000

/** `31.2 s` where the tenth of a second matters, `2 min 4 s` above a minute. */
export function exactDuration(ms: number): string {
  if (ms < 1000 || ms >= 60 * MINUTE_MS) return duration(ms)
  if (ms < MINUTE_MS) return `${(Math.floor(ms / 100) / 10).toString()} s`
  const rest = ms % MINUTE_MS
  return rest < 1000 ? duration(ms) : `${duration(ms)} ${duration(rest)}`
}
