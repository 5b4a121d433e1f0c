import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { type RouterProfile, TIERS } from './profile.js'

/** More proxies than anybody has. */
const MOST = 200

export interface KnownRouter {
  readonly count: number
  /** Null without one of this name. */
  readonly known: (RouterProfile & { readonly revision: string | null }) | null
}

/** A proxy with the name of its key in the vault; null without a key. */
type Saved = RouterProfile & { readonly name: string; readonly revision: string | null }

const saved = (router: Saved, isKeyNew: boolean) =>
  accept({ type: 'router-saved', data: { ...router, models: { ...router.models }, isKeyNew } })

const create = ({ count, known }: KnownRouter, router: Saved) => {
  if (known !== null) return refuse(reject('EEXISTS', `${router.name} exists already`, { fields: { field: 'name' } }))
  if (count >= MOST) return refuse(reject('EBADFIELD', `at most ${MOST} proxies can be saved`))
  return saved(router, router.revision !== null)
}

const absent = () => refuse(reject('ENOTFOUND', 'there is no such proxy'))

/** Changes a proxy. A key belongs to its address: with another one, it must be sent again (supplement-server 25.1). */
const change = ({ known }: KnownRouter, router: Saved) => {
  if (known === null) return absent()
  const keepsKey = router.revision === known.revision
  if (keepsKey && known.revision !== null && router.baseUrl !== known.baseUrl)
    return refuse(
      reject('EBADKEY', 'apiKey: the address changed, so send the key again', { fields: { field: 'apiKey' } }),
    )
  const isSame = JSON.stringify(profileOf(router)) === JSON.stringify(profileOf(known))
  return keepsKey && isSame ? accept() : saved(router, !keepsKey)
}

const profileOf = ({ baseUrl, model, models }: RouterProfile) => [
  baseUrl,
  model,
  TIERS.map((tier) => models[tier] ?? null),
]

const remove = ({ known }: KnownRouter, { name }: { readonly name: string }) =>
  known === null ? absent() : accept({ type: 'router-removed', data: { name } })

export const decideRouter = { create, change, remove }
