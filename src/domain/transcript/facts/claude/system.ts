import { textIn } from '../../content.js'
import type { Fact } from '../facts.js'
import { amountOf, cut, type Fields, fields, idOf, textOf } from '../../json.js'
import { factOf, NO_FACTS, type Origin, uuidOf } from '../reducer.js'

const ERROR_MAX = 300

/** Returns the fact of an error that the CLI shows in place of a reply: billing, a limit, a login. It was not billed. */
export function syntheticError(line: Fields, message: Fields, origin: Origin): Fact {
  const text = textIn(message['content']) || idOf(line['error']) || 'API error'
  return factOf('api-error-recorded', origin, 0, {
    text: cut(text, ERROR_MAX),
    status: amountOf(line['apiErrorStatus']),
    retrying: false,
    ...uuidOf(line),
  })
}

/** Returns the error text of a failed request. The response headers are never read: they contain ids of the account. */
export function apiErrorText(line: Fields): string {
  const error = fields(line['error'])
  const body = fields(error['error'])
  return (
    textOf(fields(body['error'])['message'], ERROR_MAX) ??
    textOf(body['message'], ERROR_MAX) ??
    textOf(error['message'], ERROR_MAX) ??
    'API error'
  )
}

/** Returns the fact of a failed request. A request that the CLI retries has its attempt number and the maximum. */
function apiError(line: Fields, origin: Origin): Fact {
  const attempt = amountOf(line['retryAttempt'])
  const most = amountOf(line['maxRetries'])
  return factOf('api-error-recorded', origin, 0, {
    text: apiErrorText(line),
    status: amountOf(fields(line['error'])['status']),
    retrying: attempt !== null && most !== null && attempt < most,
    ...uuidOf(line),
  })
}

const pendingIn = (line: Fields): { readonly pending?: number } => {
  const pending = (amountOf(line['pendingBackgroundAgentCount']) ?? 0) + (amountOf(line['pendingWorkflowCount']) ?? 0)
  return pending === 0 ? {} : { pending }
}

export function systemFacts(line: Fields, origin: Origin): readonly Fact[] {
  switch (line['subtype']) {
    case 'turn_duration': {
      const durationMs = amountOf(line['durationMs'])
      if (durationMs === null) return NO_FACTS
      return [factOf('turn-completed', origin, 0, { durationMs, ...pendingIn(line), ...uuidOf(line) })]
    }
    case 'compact_boundary': {
      const meta = fields(line['compactMetadata'])
      const data = {
        uuid: idOf(line['uuid']) ?? origin.id,
        trigger: idOf(meta['trigger']),
        preTokens: amountOf(meta['preTokens']),
        durationMs: amountOf(meta['durationMs']),
      }
      return [factOf('compaction-seen', origin, 0, data)]
    }
    case 'api_error':
      return [apiError(line, origin)]
    default:
      return NO_FACTS
  }
}
