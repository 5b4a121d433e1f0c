import { useQuery } from '@tanstack/react-query'
import { eventQuery, lastMessagesQuery } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import { inputInEvent, type Request, requestOf } from '../../kit/request.js'

/** Returns the full request of a waiting session: from the event that reported it, or else from the last call of that tool. */
export function useRequest(session: Session): Request | undefined {
  const { id, cwd, situation, situation_since: since, situation_event_id: event, headline } = session
  const waits = situation === 'needs_you'
  const { data: reported } = useQuery({ ...eventQuery(id, event ?? 0, since), enabled: waits && event !== null })
  const { data: last } = useQuery({ ...lastMessagesQuery(id), enabled: waits })
  if (!waits) return undefined
  const fromEvent = requestOf(inputInEvent(reported?.data ?? null), cwd)
  if (fromEvent !== undefined || headline === null || headline.tool === null) return fromEvent
  const call = last?.messages
    .flatMap(({ content }) => content)
    .findLast(({ type, name }) => type === 'tool_use' && name === headline.tool)
  return requestOf(call?.input, cwd)
}
