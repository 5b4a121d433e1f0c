import { reject, type Rejection } from '../rejection.js'
import { parsedUrl } from '../url.js'
import type { TargetSetup } from './payload.js'
import { RECEIVERS, type ReceiverField, type WebhookType } from './receivers.js'

/** Replaces a secret in responses. A request that contains it keeps the stored secret. */
export const MASK = '••••••••'

type Texts = Readonly<Record<string, unknown>>
export type Setup = Omit<TargetSetup, 'type'>

/** The changes of a setup in a request: an absent member stays, null or an empty text clears it. */
export interface SetupChange {
  readonly url?: string | null | undefined
  readonly secret?: string | null | undefined
  readonly headers?: Texts | null | undefined
  readonly config?: Texts | null | undefined
}

export const NO_SETUP: Setup = { url: null, secret: null, headers: {}, config: {} }

const MAX_URL = 2048
const MAX_TEXT = 1000
const MAX_HEADERS = 20
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
// Visible ASCII: every server accepts it, and it contains no line breaks.
const HEADER_VALUE = /^[\u0020-\u007e]{0,1000}$/
const OWN_HEADERS =
  /^(?:content-type|content-length|host|connection|transfer-encoding|te|trailer|upgrade|expect|user-agent|x-webhook-.*)$/i

class Wrong {
  constructor(
    readonly field: string,
    readonly message: string,
  ) {}
}

/** Returns a setup after a change. A rejection names the invalid field but never repeats its value, which may be secret. */
export const changedSetup = (
  type: WebhookType,
  before: Setup,
  change: SetupChange,
): Setup | Rejection<'INVALID_INPUT'> => {
  try {
    return {
      url: urlAfter(type, before, change),
      secret: secretAfter(type, before, change),
      headers: headersAfter(type, before, change),
      config: configAfter(type, before, change),
    }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    return reject('INVALID_INPUT', `${error.field}: ${error.message}`, { fields: { field: error.field } })
  }
}

const urlAfter = (type: WebhookType, before: Setup, { url }: SetupChange): string | null => {
  const { address, allowHttp } = RECEIVERS[type]
  const given = url === undefined ? before.url : url?.trim() || null
  if (address !== 'given') {
    if (given !== null) throw new Wrong('url', 'this type has a fixed URL')
    return null
  }
  if (given === null) throw new Wrong('url', 'is required')
  return url === undefined ? given : checkedUrl(given, allowHttp)
}

const checkedUrl = (given: string, allowHttp: boolean): string => {
  const parsed = given.length <= MAX_URL ? parsedUrl(given) : null
  if (parsed === null) throw new Wrong('url', `must be a URL of at most ${MAX_URL} characters`)
  if (parsed.protocol !== 'https:' && !(allowHttp && parsed.protocol === 'http:')) {
    throw new Wrong('url', allowHttp ? 'must start with http:// or https://' : 'must start with https://')
  }
  if (parsed.username !== '' || parsed.password !== '')
    throw new Wrong('url', 'must not contain a user name or password')
  parsed.hash = ''
  return parsed.href
}

const secretAfter = (type: WebhookType, before: Setup, { secret }: SetupChange): string | null => {
  if (secret === undefined || secret === MASK) return before.secret
  if (secret === null || secret === '') return null
  if (RECEIVERS[type].family !== 'generic') throw new Wrong('secret', 'this type does not support signing')
  if (secret.length > MAX_TEXT) throw new Wrong('secret', `must have at most ${MAX_TEXT} characters`)
  return secret
}

const headersAfter = (type: WebhookType, before: Setup, change: SetupChange): Setup['headers'] => {
  const { headers } = change
  const kept = headers === undefined ? before.headers : valuesAfter(before.headers, headers ?? {})
  if (Object.keys(kept).length === 0) return {}
  if (RECEIVERS[type].family !== 'generic') throw new Wrong('headers', 'this type does not support headers')
  if (Object.keys(kept).length > MAX_HEADERS) throw new Wrong('headers', `at most ${MAX_HEADERS} are allowed`)
  const repeated = new Set<string>()
  for (const [name, value] of Object.entries(kept)) {
    if (!HEADER_NAME.test(name)) throw new Wrong('headers', 'not a valid header name')
    if (OWN_HEADERS.test(name)) throw new Wrong('headers', `${name} is set by the service`)
    if (repeated.has(name.toLowerCase())) throw new Wrong('headers', `${name} is listed twice`)
    repeated.add(name.toLowerCase())
    if (!HEADER_VALUE.test(value)) throw new Wrong('headers', `${name} must be at most 1000 visible characters`)
  }
  if (leaves(before, change) && Object.entries(kept).some(([name, value]) => before.headers[name] === value)) {
    // Otherwise a client that may change a target could redirect its stored secrets to another server.
    throw new Wrong('headers', 'the URL has a new origin: enter the header values again')
  }
  return kept
}

const leaves = ({ url: before }: Setup, { url }: SetupChange): boolean =>
  typeof url === 'string' && before !== null && parsedUrl(url)?.origin !== parsedUrl(before)?.origin

/** Returns the given texts, with the mask replaced by the stored text. */
const valuesAfter = (before: Readonly<Record<string, string>>, given: Texts): Readonly<Record<string, string>> => {
  const after: [string, string][] = []
  for (const [name, value] of Object.entries(given)) {
    if (typeof value !== 'string') throw new Wrong('headers', 'values must be strings')
    after.push([name, value === MASK ? (before[name] ?? '') : value])
  }
  return Object.fromEntries(after)
}

const configAfter = (type: WebhookType, before: Setup, { config }: SetupChange): Setup['config'] => {
  const after: [string, string][] = []
  for (const field of RECEIVERS[type].fields) {
    const given = config?.[field.key]
    const value = given === undefined || given === MASK ? before.config[field.key] : given
    const text = checkedField(field, value ?? null)
    if (text !== null) after.push([field.key, text])
  }
  return Object.fromEntries(after)
}

const checkedField = (
  { key, required, type, options, default: preset }: ReceiverField,
  value: unknown,
): string | null => {
  const name = `config.${key}`
  if (value === null || value === '') {
    if (required) throw new Wrong(name, 'is required')
    return preset
  }
  if (type === 'enum') {
    const found = options.find((option) => option === value)
    if (found === undefined) throw new Wrong(name, `must be one of ${options.join(', ')}`)
    return found
  }
  if (typeof value !== 'string' || value.trim() === '' || value.length > MAX_TEXT || !HEADER_VALUE.test(value.trim())) {
    throw new Wrong(name, `must be a string of 1 to ${MAX_TEXT} visible characters`)
  }
  return value.trim()
}

/** Returns what may be shown of a URL: its host and its last four characters. */
export const urlPreview = (url: string | null): string | null => {
  if (url === null) return null
  const { host, pathname, search } = new URL(url)
  const rest = `${pathname}${search}`.replace(/\/$/, '')
  // Four characters of a short path could reveal all of it.
  return rest.length < 12 ? `${host}/…` : `${host}/…${rest.slice(-4)}`
}
