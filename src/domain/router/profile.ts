import { isLoose } from '../agent-config/record.js'
import { reject, type Rejection } from '../rejection.js'
import { parsedUrl } from '../url.js'

/** The name that means no proxy. */
export const NATIVE = 'native'

/** The tiers of Claude Code whose model a proxy may replace. */
export const TIERS = ['opus', 'sonnet', 'haiku'] as const
export type Models = Readonly<Partial<Record<(typeof TIERS)[number], string>>>

/** What a proxy is, without its key. */
export interface RouterProfile {
  readonly baseUrl: string
  /** The model that agents use; null for that of the tool. */
  readonly model: string | null
  readonly models: Models
}

/** The members of a request, as they were sent. */
export type SentRouter = Partial<Readonly<Record<'name' | 'baseUrl' | 'apiKey' | 'model' | 'models', unknown>>>

const about = (field: string) => ({ fields: { field } })

const NAME = /^(?!\.\.?$)[a-z0-9._-]{1,40}$/

/** Returns the name of a new proxy (supplement-server 25.1). */
export const routerName = (name: unknown): string | Rejection<'EBADNAME'> =>
  typeof name === 'string' && NAME.test(name) && name !== NATIVE
    ? name
    : reject('EBADNAME', `name: 1 to 40 of a-z, 0-9, . _ and -, and not ${NATIVE}`, about('name'))

const MOST_URL = 2048

/** Returns the address of a proxy without slashes at its end: http(s), without a login, a query or a fragment. */
export const routerUrl = (value: unknown): string | Rejection<'EBADURL'> => {
  const text = typeof value === 'string' ? value.trim() : ''
  const url = text.length > MOST_URL || /[\s\\]/.test(text) ? null : parsedUrl(text)
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[?#]/.test(text)
  return isPlain
    ? url.href.replace(/\/+$/, '')
    : reject('EBADURL', 'baseUrl: must be http(s)://host[:port][/path], without a login, ? and #', about('baseUrl'))
}

const KEY = /^[\x21-\x7e]{1,4096}$/

/** Returns the key of a request: null for none, undefined if the request has no such member. */
export const routerKey = (value: unknown): string | null | undefined | Rejection<'EBADKEY'> => {
  if (value === undefined) return undefined
  if (value === null || value === '') return null
  return typeof value === 'string' && KEY.test(value)
    ? value
    : reject('EBADKEY', 'apiKey: 1 to 4096 visible ASCII characters', about('apiKey'))
}

const MODEL = /^[^\s\p{Cc}\p{Cs}]{1,200}$/u
const isModel = (value: unknown): value is string => typeof value === 'string' && MODEL.test(value)

/** Returns the model of a request: null for that of the tool. */
export const routerModel = (value: unknown): string | null | Rejection<'EBADFIELD'> =>
  value === null || value === ''
    ? null
    : isModel(value)
      ? value
      : reject('EBADFIELD', 'model: must be the name of a model', about('model'))

/** Returns the models of the tiers. */
export const routerModels = (value: unknown): Models | Rejection<'EBADFIELD'> => {
  const isFine =
    isLoose(value) &&
    Object.entries(value).every(([tier, model]) => TIERS.some((known) => known === tier) && isModel(model))
  return isFine ? value : reject('EBADFIELD', `models: models by ${TIERS.join(', ')}`, about('models'))
}
