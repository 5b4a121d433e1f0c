import { type Loose, loose, textOr } from '../agent-config/record.js'
import { accountKey, type ClaudeLogin, identityOf, loginIn, oauthTokens } from '../login-profile/login.js'
import { reject, type Rejection } from '../rejection.js'
import { type ToolId, TOOLS } from '../tools/catalog.js'

export const ACCOUNT_KINDS = ['token', 'login', 'apikey', 'chatgpt'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

/** The credentials of an account, as the vault has them. */
export type Credentials =
  | { readonly kind: 'token'; readonly token: string }
  | ({ readonly kind: 'login' } & ClaudeLogin)
  | { readonly kind: 'apikey'; readonly token: string }
  | { readonly kind: 'chatgpt' /** The text of the file that Codex keeps its login in. */; readonly file: string }

const about = (field: string) => ({ fields: { field } })
const badToken = (field: string, message: string) => reject('EBADTOKEN', `${field}: ${message}`, about(field))

const NAME = /^(?!\.\.?$)[A-Za-z0-9._-]{1,64}$/

/** Returns the name of an account of the pool (supplement-server 19.1). */
export const accountName = (name: unknown): string | Rejection<'EBADNAME'> =>
  typeof name === 'string' && NAME.test(name)
    ? name
    : reject('EBADNAME', 'name: 1 to 64 of letters, digits, . _ and -', about('name'))

const TOKEN = /^[\x21-\x7e]{8,4096}$/
const MOST_CREDENTIALS = 65_536

const isToken = (value: unknown): value is string => typeof value === 'string' && TOKEN.test(value)

/** Returns a long-lived token of Claude Code. */
const setupToken = (token: unknown): Credentials | Rejection<'EBADTOKEN'> =>
  isToken(token) ? { kind: 'token', token } : badToken('token', '8 to 4096 visible ASCII characters')

/** Parses the text of a file with credentials; null if it is no object of at most 64 KB. */
export type ParseCredentials = (text: string) => Loose | null

const parsed = (text: unknown, parse: ParseCredentials): Loose | null =>
  typeof text === 'string' && text.length <= MOST_CREDENTIALS ? parse(text) : null

/** Returns the login in the text of Claude Code's credentials file. */
const claudeFile = (text: unknown, parse: ParseCredentials): Credentials | Rejection<'EBADTOKEN'> => {
  const login = loginIn(parsed(text, parse), {})
  return login?.tokens === null || login === null
    ? badToken('credentials', 'must be the text of .credentials.json, at most 64 KB')
    : { kind: 'login', ...login }
}

/** Returns what Codex signs in with: an API key, or the text of its `auth.json`. */
const codexToken = (token: unknown, parse: ParseCredentials): Credentials | Rejection<'EBADTOKEN'> => {
  const text = typeof token === 'string' ? token.trim() : ''
  if (!text.startsWith('{'))
    return isToken(text)
      ? { kind: 'apikey', token: text }
      : badToken('token', 'must be an API key, or the text of auth.json')
  const file = parsed(text, parse)
  const key = file?.['OPENAI_API_KEY']
  const tokens = loose(file?.['tokens'])
  if (typeof tokens['refresh_token'] === 'string' && typeof tokens['access_token'] === 'string')
    return { kind: 'chatgpt', file: text }
  return isToken(key) ? { kind: 'apikey', token: key } : badToken('token', 'this text has no login of Codex')
}

/** The credentials in a request, of which there is exactly one; `profile` is a saved login that moves into the pool. */
export type SentCredentials = Partial<Readonly<Record<'profile' | 'credentials' | 'token', unknown>>>

/** Returns the credentials of a request, or the profile that it names. */
export const sentCredentials = (
  tool: ToolId,
  sent: SentCredentials,
  parse: ParseCredentials,
): Credentials | { readonly profile: string } | Rejection<'EBADTOKEN'> => {
  const given = (['profile', 'credentials', 'token'] as const).filter(
    (name) => sent[name] !== undefined && sent[name] !== null && sent[name] !== '',
  )
  const [one] = given
  const isClaude = TOOLS[tool].provider === 'claude'
  if (given.length !== 1 || one === undefined || (!isClaude && one !== 'token'))
    return badToken(
      'token',
      isClaude ? 'send exactly one of profile, credentials and token' : 'send an API key, or the text of auth.json',
    )
  if (!isClaude) return codexToken(sent.token, parse)
  if (one === 'token') return setupToken(sent.token)
  if (one === 'credentials') return claudeFile(sent.credentials, parse)
  return typeof sent.profile === 'string'
    ? { profile: sent.profile }
    : badToken('profile', 'must be the name of a saved login')
}

/** Returns the email address in the identity token of Codex; null without one. No signature is checked: it is only shown. */
const emailIn = (file: Loose, parse: ParseCredentials): string | null => {
  const [, payload = ''] = textOr(loose(file['tokens'])['id_token'], '').split('.')
  return textOr(parse(Buffer.from(payload, 'base64url').toString('utf8'))?.['email'], null)
}

export const emailOf = (credentials: Credentials, parse: ParseCredentials): string | null => {
  if (credentials.kind === 'login') return identityOf(credentials).email
  return credentials.kind === 'chatgpt' ? emailIn(parse(credentials.file) ?? {}, parse) : null
}

/** Returns what is the same for two entries of one account at the vendor. It is a secret. */
export const sameAccount = (credentials: Credentials, parse: ParseCredentials): string => {
  switch (credentials.kind) {
    case 'login':
      return accountKey(credentials)
    case 'chatgpt': {
      const tokens = loose((parse(credentials.file) ?? {})['tokens'])
      return `chatgpt ${textOr(tokens['account_id'], textOr(tokens['refresh_token'], credentials.file))}`
    }
    default:
      return `${credentials.kind} ${credentials.token}`
  }
}

/** Returns when the token of an account expires; null if that is not known. */
export const expiryOf = (credentials: Credentials): number | null =>
  credentials.kind === 'login' ? (oauthTokens(credentials)?.expiresAt ?? null) : null
