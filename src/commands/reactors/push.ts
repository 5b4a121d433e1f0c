import type { Committed } from '../../events/commit.js'
import type { Fork } from '../ports/machine.js'
import { reporting } from '../reporting.js'
import type { PushCommands } from '../push/push.js'
import { isAlert } from '../../events/kinds.js'
import { sessionOfStream } from '../../events/streams.js'

/** Returns a subscriber that pushes alerts to browsers. No retry: a device that misses one finds it in the dashboard. */
export const pushAlerts =
  (push: Pick<PushCommands, 'broadcast'>, fork: Fork, onError: (error: unknown) => void) =>
  ({ events }: Committed): void => {
    for (const event of events) {
      if (!isAlert(event)) continue
      const { rule, ruleName, message } = event.data
      const session = sessionOfStream(event.streamName)
      const body = message.startsWith(`${ruleName}: `) ? message.slice(ruleName.length + 2) : message
      const notice = {
        title: ruleName,
        body,
        url: session === undefined ? '/alerts' : `/sessions/${encodeURIComponent(session)}`,
        tag: `${rule}/${session ?? ''}`,
      }
      fork(reporting(onError)(push.broadcast(notice)))
    }
  }
