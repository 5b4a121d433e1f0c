import type { Config } from '../config.js'
import type { ImportProgress } from '../commands/ingest/history.js'

/** Prints a message to stderr; data goes to stdout. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`)
export const print = (line: string): void => void process.stdout.write(`${line}\n`)
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2))

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'
const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
}

/** Returns a function that colours text if colour is enabled. */
export const painter =
  ({ color }: Pick<Config, 'color'>) =>
  (style: Style, text: string): string => {
    const [on, off] = CODES[style]
    return color ? `\u001b[${on}m${text}\u001b[${off}m` : text
  }

const WIDTH = 24
const MB = 1024 * 1024
const megabytes = (bytes: number): string => (bytes / MB).toFixed(bytes < 10 * MB ? 1 : 0)

/** Returns a number with its noun. */
export const counted = (n: number | undefined, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/**
 * Returns a progress printer for the history import: a bar on a terminal, else one line at the end; silent when there is
 * nothing to read.
 */
export const importBar = (out: NodeJS.WriteStream) => {
  let drawn = false
  return (progress: ImportProgress): void => {
    const { phase, processed, total, bytes_processed, bytes_total, counters } = progress
    if (phase === 'parse' && total > 0 && out.isTTY) {
      const share = bytes_total === 0 ? 1 : Math.min(1, bytes_processed / bytes_total)
      const filled = Math.round(share * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      out.write(
        `\r\u001b[K  history ${bar} ${Math.round(share * 100)} %  ${processed}/${total} files  ${megabytes(bytes_processed)}/${megabytes(bytes_total)} MB`,
      )
      drawn = true
    }
    if (phase !== 'complete') return
    if (drawn) out.write('\r\u001b[K')
    if (total > 0) {
      out.write(
        `  history: ${counted(counters.sessions, 'session')} from ${counted(counters.files, 'file')}, ${megabytes(bytes_total)} MB${counters.skipped_lines ? `, ${counters.skipped_lines} invalid lines skipped` : ''}${counters.errors ? `, ${counters.errors} files could not be read` : ''}\n`,
      )
    }
  }
}
