import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { OauthTokens } from '../../domain/login-profile/login.js'

/** How much of its limits an account has used. */
export interface VendorUsage {
  /** Percent; null if the vendor does not say. */
  readonly fiveHourPercent: number | null
  /** ISO 8601. */
  readonly fiveHourResetsAt: string | null
  readonly sevenDayPercent: number | null
  readonly sevenDayResetsAt: string | null
}

/** Why the vendor answered nothing. `refused`: the login is not valid, or no longer. */
export type VendorFailure = { readonly failed: 'refused' | 'unreachable'; readonly message: string }

/** Who an access token is of. */
export interface VendorAccount {
  readonly id: string | null
  readonly email: string | null
  readonly organizationId: string | null
}

/** What the vendor of Claude Code says about logins. Tokens go to no other address. */
export interface ClaudeVendorPort {
  readonly usage: (accessToken: string) => Effect.Effect<VendorUsage, VendorFailure>
  readonly account: (accessToken: string) => Effect.Effect<VendorAccount, VendorFailure>
  /** Exchanges a refresh token, which is not valid afterwards. */
  readonly refresh: (refreshToken: string, scopes: readonly string[]) => Effect.Effect<OauthTokens, VendorFailure>
}

export class ClaudeVendor extends Context.Tag('ClaudeVendor')<ClaudeVendor, ClaudeVendorPort>() {}
