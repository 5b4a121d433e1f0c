import { isLoose, type Loose, loose, textOr } from '../agent-config/record.js'

/** The member of Claude Code's credentials file that is a login. Others, such as logins of MCP servers, belong to the user. */
export const CREDENTIALS_MEMBER = 'claudeAiOauth'
/** The members of its state file that say who is signed in. */
export const STATE_MEMBERS = { account: 'oauthAccount', apiKey: 'primaryApiKey' } as const

/** A login of Claude Code, as its files have it. It is a secret. */
export interface ClaudeLogin {
  /** Access token, refresh token, expiry and what the vendor adds; null for a login by an API key. */
  readonly tokens: Loose | null
  readonly account: Loose | null
  /** The key of a login through the vendor's console. */
  readonly apiKey: string | null
}

/** Who a login is of, without its secrets. */
export interface LoginIdentity {
  readonly email: string | null
  readonly organization: string | null
  readonly subscriptionType: string | null
}

const textIn = (record: Loose | null, name: string): string | null => {
  const value = record?.[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the login in the credentials and the state of Claude Code; null if nobody is signed in. */
export const loginIn = (credentials: unknown, state: unknown): ClaudeLogin | null => {
  const tokens = loose(credentials)[CREDENTIALS_MEMBER]
  const { account, apiKey } = {
    account: loose(state)[STATE_MEMBERS.account],
    apiKey: loose(state)[STATE_MEMBERS.apiKey],
  }
  const isSignedIn = isLoose(tokens) && textIn(tokens, 'accessToken') !== null
  const key = textOr(apiKey, null)
  if (!isSignedIn && key === null) return null
  return { tokens: isSignedIn ? tokens : null, account: isLoose(account) ? account : null, apiKey: key }
}

/** Returns a stored login; null if it is none. */
export const storedLogin = (stored: unknown): ClaudeLogin | null => {
  if (!isLoose(stored)) return null
  const { tokens, account, apiKey } = stored
  return {
    tokens: isLoose(tokens) ? tokens : null,
    account: isLoose(account) ? account : null,
    apiKey: textOr(apiKey, null),
  }
}

export const identityOf = ({ tokens, account }: ClaudeLogin): LoginIdentity => ({
  email: textIn(account, 'emailAddress'),
  organization: textIn(account, 'organizationName'),
  subscriptionType: textIn(tokens, 'subscriptionType'),
})

/** Returns what is the same for all logins of one account. It is a secret where the vendor names no account. */
export const accountKey = ({ tokens, account, apiKey }: ClaudeLogin): string => {
  const id = textIn(account, 'accountUuid') ?? textIn(account, 'emailAddress')
  if (id !== null) return JSON.stringify(['account', id.toLowerCase(), textIn(account, 'organizationUuid')])
  return JSON.stringify(['token', textIn(tokens, 'refreshToken') ?? textIn(tokens, 'accessToken') ?? apiKey])
}

/** The parts of a login that the service uses itself. */
export interface OauthTokens {
  readonly accessToken: string
  readonly refreshToken: string | null
  /** Milliseconds since the epoch; null if it is not said. */
  readonly expiresAt: number | null
  readonly scopes: readonly string[]
}

export const oauthTokens = ({ tokens }: Pick<ClaudeLogin, 'tokens'>): OauthTokens | null => {
  const accessToken = textIn(tokens, 'accessToken')
  if (accessToken === null) return null
  const { expiresAt, scopes } = loose(tokens)
  return {
    accessToken,
    refreshToken: textIn(tokens, 'refreshToken'),
    expiresAt: typeof expiresAt === 'number' ? expiresAt : null,
    scopes: Array.isArray(scopes) ? scopes.filter((one): one is string => typeof one === 'string') : [],
  }
}

/** Returns a login with the tokens that the vendor gave for its refresh token. */
export const withTokens = <L extends Pick<ClaudeLogin, 'tokens'>>(
  login: L,
  { accessToken, refreshToken, expiresAt }: OauthTokens,
): L => ({
  ...login,
  tokens: { ...login.tokens, accessToken, ...(refreshToken === null ? {} : { refreshToken }), expiresAt },
})
