import { MAX_DEPTH } from '../json/depth.js'
import { Reducer } from '../json/reducer.js'
import { exceeds } from '../json/scan.js'
import { wellFormed } from '../json/well-formed.js'

// Characters. A body up to this size keeps its texts. In a longer one every text above LONG_TEXT is shortened.
const WHOLE_BODY = 256 * 1024
const LONG_TEXT = 64 * 1024
const SHORTEST_TEXT = 64
/** Members and elements of one hook. */
const MOST_MEMBERS = 10_000
/** Bytes of a stored hook. */
export const LARGEST_HOOK = 1024 * 1024
/** A JSON text of at most this many characters is within all limits. */
const SMALL = 2 * MAX_DEPTH

/** The members that say what a hook is about. They are kept whatever else is left out. */
const KEPT = new Set([
  'hook_type',
  'event_type',
  'data',
  'hook_event_name',
  'session_id',
  'sessionId',
  'thread_id',
  'threadId',
  'agent_id',
  'agent_type',
  'prompt_id',
  'tool_name',
  'tool_use_id',
  'transcript_path',
  'cwd',
  'model',
  'permission_mode',
  'source',
])

/**
 * Returns the JSON text of a hook within the limits of what is stored: depth, number of members, and size. What is shortened or
 * left out is marked. All strings are well-formed. This costs one pass over the text before anything parses it.
 */
export const boundedHook = (body: string): string => {
  const isLong = body.length > WHOLE_BODY
  if (!isLong && (body.length <= SMALL || !exceeds(body, MAX_DEPTH, MOST_MEMBERS))) return wellFormed(body)
  let [characters, members] = [isLong ? LONG_TEXT : WHOLE_BODY, MOST_MEMBERS]
  for (;;) {
    const text = new Reducer(body, { levels: MAX_DEPTH, members, characters, kept: KEPT }).text()
    const excess = Buffer.byteLength(text) / LARGEST_HOOK
    if (excess <= 1 || members === 0) return wellFormed(text)
    if (characters > SHORTEST_TEXT) characters = Math.max(SHORTEST_TEXT, Math.floor(characters / (excess * 1.1)))
    else members = Math.floor(members / (excess * 1.1))
  }
}
