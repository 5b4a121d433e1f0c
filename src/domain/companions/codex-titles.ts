import { parseBounded } from '../json/depth.js'
import { parseInstant } from '../time.js'
import { isText, short } from '../text.js'
import { idOf, isFields } from '../transcript/json.js'

const TITLE_MAX = 200
/** Upper bound on the number of titled sessions. The rest of a file with more is not read. */
const MOST = 100_000

/** The title that Codex stores for a session in its index. */
interface CodexTitle {
  readonly session: string
  readonly title: string
  /** When the title was set; null if the line does not say. */
  readonly at: number | null
  /** The line number in the index, from 1. */
  readonly line: number
}

const titleIn = (text: string, line: number): CodexTitle | null => {
  try {
    const value: unknown = parseBounded(text)
    if (!isFields(value)) return null
    const session = idOf(value['id'])
    const title = isText(value['thread_name']) ? short(value['thread_name'], TITLE_MAX) : ''
    if (session === null || title === '') return null
    return { session, title, at: parseInstant(value['updated_at']) ?? null, line }
  } catch {
    // A damaged or half-written line must not hide the others.
    return null
  }
}

/** Whether a title replaces another one of the same session: the later time wins, without a time the later line. */
const isNewer = (title: CodexTitle, than: CodexTitle): boolean =>
  title.at === null || than.at === null || title.at >= than.at

/**
 * Returns the newest title of every session in Codex's index (`session_index.jsonl`), which has one line per title that was set.
 */
export function codexTitles(text: string): readonly CodexTitle[] {
  const newest = new Map<string, CodexTitle>()
  let line = 0
  for (let from = 0; from < text.length && newest.size < MOST; ) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    line += 1
    const title = to - from > 10_000 ? null : titleIn(text.slice(from, to), line)
    const known = title === null ? undefined : newest.get(title.session)
    if (title !== null && (known === undefined || isNewer(title, known))) newest.set(title.session, title)
    from = to + 1
  }
  return [...newest.values()]
}
