import { useState } from 'react'
import { address } from '../../../api/address.js'
import { useWords } from '../../../i18n/use-words.js'
import { useServedImage } from '../../../kit/use-served-image.js'
import { DifferenceView } from './difference-view.js'
import { type Exhibit, titleOf } from './exhibits.js'
import styles from './proof.module.css'

export const VIEWS = ['slider', 'beside', 'difference'] as const
export type View = (typeof VIEWS)[number]

/** The address of an image. `mtime` makes that of a newer image another one. */
export const imageOf = (lane: string, { slug, file, mtime }: Exhibit, group: string, width?: '320' | '640'): string =>
  address('/api/lanes/:id/proof/:slug/:group/:file', { id: lane, slug, group, file }, { width, at: mtime })

interface ExhibitViewProps {
  readonly lane: string
  readonly exhibit: Exhibit
  readonly view: View
}

/** One image, or two of the same view to compare. */
export function ExhibitView({ lane, exhibit, view }: ExhibitViewProps) {
  const [first = '', second] = exhibit.groups
  return second === undefined ? (
    <One lane={lane} exhibit={exhibit} group={first} />
  ) : (
    <Pair lane={lane} exhibit={exhibit} groups={[first, second]} view={view} />
  )
}

function One({ lane, exhibit, group }: { lane: string; exhibit: Exhibit; group: string }) {
  const t = useWords()
  const image = useServedImage(imageOf(lane, exhibit, group))
  if (image.failed) return <p role="alert">{t('proof:unread')}</p>
  return (
    <figure className={styles['view']}>
      {image.address !== undefined && (
        <img src={image.address} alt={t('proof:alt', { title: titleOf(exhibit), group })} />
      )}
      <figcaption>{group}</figcaption>
    </figure>
  )
}

interface PairProps extends ExhibitViewProps {
  readonly groups: readonly [string, string]
}

function Pair({ lane, exhibit, groups: [before, after], view }: PairProps) {
  const t = useWords()
  const [share, setShare] = useState(50)
  const first = useServedImage(imageOf(lane, exhibit, before))
  const second = useServedImage(imageOf(lane, exhibit, after))
  const title = titleOf(exhibit)
  if (view === 'beside' || first.failed || second.failed)
    return (
      <div className={styles['beside']}>
        <One lane={lane} exhibit={exhibit} group={before} />
        <One lane={lane} exhibit={exhibit} group={after} />
      </div>
    )
  if (first.address === undefined || second.address === undefined) return null
  if (view === 'difference') return <DifferenceView before={first.address} after={second.address} title={title} />
  return (
    <figure className={styles['view']}>
      <div className={styles['slider']} style={{ ['--share' as string]: `${share}%` }}>
        <img src={second.address} alt={t('proof:alt', { title, group: after })} />
        <img src={first.address} alt={t('proof:alt', { title, group: before })} data-before />
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-label={t('proof:slider')}
          onChange={({ target: { value } }) => setShare(Number(value))}
        />
      </div>
      <figcaption>
        <span>{before}</span>
        <span>{after}</span>
      </figcaption>
    </figure>
  )
}
