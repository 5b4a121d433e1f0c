import * as Either from 'effect/Either'
import { accept, refuse } from '../decision.js'
import { readTitle } from '../lane/fields.js'
import { reject } from '../rejection.js'
import { featureSlug } from './slug.js'

/** The features of a lane; undefined if the lane does not exist. */
export type KnownFeatures =
  | {
      readonly lane: number
      /** The slug of the active feature. */
      readonly active: string | null
      /** The id that a new feature gets. */
      readonly nextId: number
      readonly ids: ReadonlyMap<string, number>
    }
  | undefined

/** The body of a request to activate a feature: every member may be missing or of any type. */
export interface FeatureInput {
  readonly slug?: unknown
  readonly title?: unknown
}

/**
 * Makes a feature the active one of a lane, and creates it if no feature has the slug. The projection archives the one that was
 * active, with the state of the lane. The first feature of a lane gets the state that the lane has.
 */
const activate = (known: KnownFeatures, { slug: wanted, title: given }: FeatureInput) => {
  if (known === undefined) return refuse(reject('ENOLANE', 'lane not found'))
  const slug = typeof wanted === 'string' ? featureSlug(wanted) : null
  if (slug === null)
    return refuse(reject('EBADSLUG', 'slug: must contain letters or digits', { fields: { field: 'slug' } }))
  const title = readTitle(given ?? null)
  if (Either.isLeft(title)) return refuse(title.left)
  if (slug === known.active) return accept()
  const id = known.ids.get(slug)
  return accept({
    type: 'feature-activated',
    data: {
      lane: known.lane,
      feature: id ?? known.nextId,
      slug,
      title: title.right ?? (id === undefined ? slug : null),
    },
  })
}

export const decideFeature = { activate }
