import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { Clock } from '../../commands/ports/clock.js'
import type { ClaudeVendorPort, VendorFailure } from '../../commands/ports/claude-vendor.js'
import type { Answered, HttpOutPort } from '../../commands/ports/http-out.js'
import { isLoose, loose, type Loose, textOr } from '../../domain/agent-config/record.js'
import { parseShallow } from '../../domain/json/depth.js'

/** The public identifier with which Claude Code itself signs in. */
const CLIENT_ID = '9d1c250a-e61b-44d9-88ed-5944d1962f5e'
const TIMEOUT_MS = 10_000
const MOST_ANSWER = 64 * 1024

export interface VendorAddresses {
  readonly api: string
  /** Where tokens are exchanged. */
  readonly token: string
}

/** Returns access to the vendor of Claude Code. */
export const claudeVendor = (
  http: HttpOutPort,
  { api, token }: VendorAddresses,
  clock: Pick<Clock, 'now'>,
): ClaudeVendorPort => {
  const json = (answered: Answered): Effect.Effect<Loose, VendorFailure> => {
    if ('error' in answered) return Effect.fail({ failed: 'unreachable', message: answered.error })
    const { status, body } = answered
    if (status === 400 || status === 401 || status === 403)
      return Effect.fail({ failed: 'refused', message: `it answered with status ${status}` })
    const parsed = parseShallow(body)
    const isFine = status === 200 && Either.isRight(parsed) && isLoose(parsed.right)
    return isFine
      ? Effect.succeed(loose(parsed.right))
      : Effect.fail({ failed: 'unreachable', message: `it answered with status ${status}` })
  }

  const get = (path: string, accessToken: string) =>
    Effect.flatMap(
      http.get({
        url: `${api}${path}`,
        reach: 'machine',
        headers: { authorization: `Bearer ${accessToken}`, 'anthropic-beta': 'oauth-2025-04-20' },
        timeoutMs: TIMEOUT_MS,
        mostAnswer: MOST_ANSWER,
      }),
      json,
    )

  return {
    usage: (accessToken) =>
      Effect.map(get('/api/oauth/usage', accessToken), (answer) => {
        const [five, seven] = [windowOf(answer['five_hour']), windowOf(answer['seven_day'])]
        return {
          fiveHourPercent: five.percent,
          fiveHourResetsAt: five.resetsAt,
          sevenDayPercent: seven.percent,
          sevenDayResetsAt: seven.resetsAt,
        }
      }),

    account: (accessToken) =>
      Effect.map(get('/api/oauth/profile', accessToken), (answer) => {
        const [account, organization] = [loose(answer['account']), loose(answer['organization'])]
        return {
          id: textOr(account['uuid'], null),
          email: textOr(account['email'], textOr(account['email_address'], null)),
          organizationId: textOr(organization['uuid'], null),
        }
      }),

    refresh: (refreshToken, scopes) =>
      Effect.gen(function* () {
        const answer = yield* Effect.flatMap(
          http.post({
            url: token,
            reach: 'machine',
            headers: {},
            body: JSON.stringify({
              grant_type: 'refresh_token',
              refresh_token: refreshToken,
              client_id: CLIENT_ID,
              ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
            }),
            secret: null,
            timeoutMs: TIMEOUT_MS,
            mostAnswer: MOST_ANSWER,
          }),
          json,
        )
        const accessToken = textOr(answer['access_token'], null)
        const seconds = answer['expires_in']
        if (accessToken === null)
          return yield* Effect.fail<VendorFailure>({ failed: 'unreachable', message: 'it sent no token' })
        return {
          accessToken,
          refreshToken: textOr(answer['refresh_token'], refreshToken),
          expiresAt: typeof seconds === 'number' ? clock.now() + seconds * 1000 : null,
          scopes,
        }
      }),
  }
}

const windowOf = (value: unknown) => {
  const { utilization, resets_at: resets } = loose(value)
  const at = typeof resets === 'string' && !Number.isNaN(Date.parse(resets)) ? new Date(resets).toISOString() : null
  return {
    percent: typeof utilization === 'number' && Number.isFinite(utilization) ? Math.max(0, utilization) : null,
    resetsAt: at,
  }
}
