/** What agents write that the service reads: conversations, what belongs to them, and what running CLIs say of themselves. */
const READ =
  /^\.(?:claude\/(?:projects|sessions)\/.+|codex\/(?:sessions|archived_sessions)\/.+|codex\/(?:session_index\.jsonl|external_agent_session_imports\.json))$/

const MOST_DEEP = 16
const LONGEST_NAME = 255
// oxlint-disable-next-line no-control-regex -- names that change what a line shows
const CONTROL = /[\u0000-\u001f\u007f]/

/** Whether a path below a home is one of a file that the service reads. It says nothing of links, which are not followed. */
export const isReadPath = (path: string): boolean => {
  const names = path.split('/')
  const isName = (name: string): boolean =>
    name !== '' && name !== '.' && name !== '..' && name.length <= LONGEST_NAME && !CONTROL.test(name)
  return READ.test(path) && names.length <= MOST_DEEP && names.every(isName)
}
