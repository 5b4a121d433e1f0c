import { parseInstant } from '../time.js'
import { isText, short } from '../text.js'
import { idOf, isFields } from '../transcript/json.js'

const TITLE_MAX = 200
/** Nobody has so many sessions; a file with more is not read further. */
const MOST = 100_000

/** The title that Codex keeps of a session in its index. */
export interface CodexTitle {
  readonly session: string
  readonly title: string
  /** When it was set, where the line says so. */
  readonly at: number | null
  /** The line of the index, from 1. */
  readonly line: number
}

const titleIn = (text: string, line: number): CodexTitle | null => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isFields(value)) return null
    const session = idOf(value['id'])
    const title = isText(value['thread_name']) ? short(value['thread_name'], TITLE_MAX) : ''
    if (session === null || title === '') return null
    return { session, title, at: parseInstant(value['updated_at']) ?? null, line }
  } catch {
    // Half-written, or damaged: the other lines count.
    return null
  }
}

/** Of two titles of a session the one that was set later; without a time the one that stands further down. */
const isNewer = (title: CodexTitle, than: CodexTitle): boolean =>
  title.at === null || than.at === null || title.at >= than.at

/** The newest title of every session of Codex's index (`session_index.jsonl`): one line per title that was set. */
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
