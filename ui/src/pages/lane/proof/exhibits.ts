import type { ProofFeature } from './queries.js'

/** An image, or the same view before and after the work. */
export interface Exhibit {
  /** Tells it from the others of the lane. */
  readonly key: string
  readonly slug: string
  readonly file: string
  /** The groups that have the file, in the order in which they are shown: one, or two. */
  readonly groups: readonly string[]
  /** When the newest file of the feature changed: an image of the same name may be another one. */
  readonly mtime: number
}

const BEFORE = 'before'
const AFTER = 'after'

const groupNamed = (groups: readonly string[], name: string): string | undefined =>
  groups.find((group) => group.toLowerCase() === name)

/** Returns what there is to see of a feature: pairs first, then the images of the other groups. */
export function exhibitsOf({ slug, groups, mtime }: ProofFeature): readonly Exhibit[] {
  const names = Object.keys(groups)
  const [before, after] = [groupNamed(names, BEFORE), groupNamed(names, AFTER)]
  const of = (group: string, file: string, all: readonly string[]): Exhibit => ({
    key: `${slug}/${group}/${file}`,
    slug,
    file,
    groups: all,
    mtime,
  })
  const paired = new Set(
    before === undefined || after === undefined
      ? []
      : (groups[after] ?? []).filter((file) => groups[before]?.includes(file)),
  )
  const pairs = [...paired].map((file) => of(after ?? AFTER, file, [before ?? BEFORE, after ?? AFTER]))
  const singles = names.flatMap((group) =>
    (groups[group] ?? [])
      .filter((file) => !((group === before || group === after) && paired.has(file)))
      .map((file) => of(group, file, [group])),
  )
  return [...pairs, ...singles]
}

/** Returns the name of an image as a title: `basket-with-card.png` is "basket with card". */
export const titleOf = ({ file }: Pick<Exhibit, 'file'>): string =>
  file
    .replace(/\.[a-z]+$/i, '')
    .replaceAll(/[-_.]+/g, ' ')
    .trim() || file

/** Returns an exhibit some steps away; the first one if none is chosen. */
export function step(all: readonly Exhibit[], chosen: string | undefined, by: 1 | -1): Exhibit | undefined {
  const at = all.findIndex(({ key }) => key === chosen)
  return at < 0 ? all[0] : (all[at + by] ?? all[at])
}
