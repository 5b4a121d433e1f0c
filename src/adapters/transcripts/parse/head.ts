import { parseBounded } from '../../../domain/json/depth.js'
import { parseInstant } from '../../../domain/time.js'
import { type Fields, fields, idOf, isFields } from '../../../domain/transcript/json.js'
import { openedLine } from '../../../domain/transcript/codex-line.js'
import type { TranscriptFile } from '../../../commands/ports/transcripts.js'
import { stemOf } from '../files/rollout-name.js'
import type { ReadAt } from '../../files/regular-file.js'

const HEAD = 64 * 1024
/** Bytes to read for a timestamp, when the path already names the session. */
const STAMP = 16 * 1024
/** Shared by all files: one buffer for each of thousands would burden the garbage collector. */
const scratch = Buffer.allocUnsafeSlow(HEAD)

/** What the first lines of a file say about the whole file. */
interface Head {
  readonly session: string
  /** The time of lines before the first one with a timestamp. */
  readonly clock: number
}

function parsed(text: string): Fields {
  try {
    return fields(parseBounded(text))
  } catch {
    return {}
  }
}

const sessionIn = (provider: TranscriptFile['provider'], line: Fields): string | null => {
  if (provider === 'claude') return idOf(line['sessionId'])
  const { kind, payload } = openedLine(line)
  return kind === 'session_meta' ? idOf(payload['id']) : null
}

/** Returns the most frequent id. An exported conversation can start with a line of the one it continues. */
function mostNamed(ids: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].reduce<[string, number] | undefined>((a, b) => (a && a[1] >= b[1] ? a : b), undefined)?.[0]
}

function sessionOf(file: TranscriptFile, lines: readonly Fields[]): string {
  const ids = lines.flatMap((line) => sessionIn(file.provider, line) ?? [])
  // In a rollout the first header is its own, whatever the file's name; the second header of a fork is its parent's.
  return (file.provider === 'codex' ? ids[0] : mostNamed(ids)) ?? file.session ?? stemOf(file.path)
}

export function readHead(readAt: ReadAt, file: TranscriptFile): Head {
  const isNamed = file.session !== null && file.provider === 'claude'
  const wanted = scratch.subarray(0, isNamed ? STAMP : HEAD)
  const text = scratch.toString('utf8', 0, readAt(wanted, 0))
  const stamp = /"timestamp"\s*:\s*"([^"]{1,64})"/.exec(text)?.[1]
  const lines = isNamed ? [] : text.split('\n').map(parsed).filter(isFields)
  const session = isNamed ? file.session : sessionOf(file, lines)
  return { session, clock: parseInstant(stamp) ?? file.mtimeMs }
}
