import type { Session } from '../api/types.js'
import { age } from '../format/format.js'
import { useTimed } from '../live/clock.js'
import { SITUATION_WORDS } from './situation.js'

/** A working session is called quiet when nothing was heard for this long: a fact to show, not another state. */
const QUIET_MS = 5 * 60_000

/** What a session asks, does or said, in one line. */
export function Headline({ session }: { session: Session }) {
  const quiet = useQuiet(session)
  if (quiet !== '') return <span className="faint">{quiet}</span>
  const { headline } = session
  if (headline === null || headline.text === '') return <span className="faint">{withoutHeadline(session)}</span>
  switch (headline.kind) {
    case 'permission':
      return (
        <>
          <span className="chip need">Permission</span>
          <span className="mono">{headline.text}</span>
        </>
      )
    case 'question':
      return (
        <>
          <span className="chip need">Question</span>
          {headline.text}
        </>
      )
    case 'tool':
      return (
        <>
          {headline.tool !== null && <span className="mono">{headline.tool} </span>}
          {headline.text}
        </>
      )
    case 'prompt':
      return <span className="faint">{headline.text}</span>
    case 'error':
    case 'reply':
      return headline.text
  }
}

function withoutHeadline({ situation }: Session): string {
  if (situation === 'ready') return 'Not started'
  if (situation === 'working') return 'Thinking'
  return SITUATION_WORDS[situation]
}

/** `Quiet for 12 min, process alive`, or nothing while there is life. */
function useQuiet({ situation, last_activity, process_alive }: Session): string {
  return useTimed((now) => {
    if (situation !== 'working' || last_activity === null || now - Date.parse(last_activity) < QUIET_MS) return ''
    const process = process_alive === null ? '' : process_alive ? ', process alive' : ', process gone'
    return `Quiet for ${age(last_activity, now)}${process}`
  })
}
