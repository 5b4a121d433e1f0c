/** Escape sequences of a terminal: a log that is shown as text has no colours. */
// oxlint-disable-next-line no-control-regex -- they begin with a control character
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g
// oxlint-disable-next-line no-control-regex -- removing them is the point
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Returns the lines of a log as text: without colours, and of a line that was written over, its last state. */
export const linesOf = (log: string): readonly string[] =>
  log
    .replace(SEQUENCES, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, '').split('\r').at(-1) ?? '')
    .map((line) => line.replace(CONTROLS, '').trimEnd())

/** Returns the last line of a log that says something. */
export const lastLine = (lines: readonly string[]): string | undefined => lines.findLast((line) => line.trim() !== '')

const FAILS = /\b(?:error|exception|fatal|panic(?:ked)?|traceback|segmentation fault)\b/i
/** `TypeError`, `NullPointerException`, `EADDRINUSE`. */
const NAMED = /\b(?:[A-Z]\w*(?:Error|Exception)|EADDRINUSE|EACCES|ECONNREFUSED|ENOENT)\b/
/** `0 errors` reports a success. */
const COUNTS_NONE = /\b(?:0|no) (?:error|exception)s?\b/i

/** Whether a line reports an error. */
export const isFailure = (line: string): boolean => (FAILS.test(line) || NAMED.test(line)) && !COUNTS_NONE.test(line)

/** Returns the first line of the end of a log that reports an error: what follows is often caused by it. */
export const firstFailure = (lines: readonly string[]): string | undefined => lines.find(isFailure)?.trim()

/** Lines of a log that follow each other, and whether they report errors. */
export interface Passage {
  readonly isFailure: boolean
  readonly text: string
}

/** Returns a log in few parts: a line of its own for each element would make a log of short lines slow. */
export function passagesOf(lines: readonly string[]): readonly Passage[] {
  const passages: { readonly isFailure: boolean; readonly lines: string[] }[] = []
  for (const line of lines) {
    const fails = isFailure(line)
    const last = passages.at(-1)
    if (last?.isFailure === fails) last.lines.push(line)
    else passages.push({ isFailure: fails, lines: [line] })
  }
  return passages.map(({ isFailure: fails, lines: of }) => ({ isFailure: fails, text: `${of.join('\n')}\n` }))
}
