import { useQuery } from '@tanstack/react-query'
import { address } from '../../../api/address.js'
import { useWords } from '../../../i18n/use-words.js'
import { useServedImage } from '../../../kit/use-served-image.js'
import styles from './image-pair.module.css'
import { seenQuery } from './queries.js'
import type { SeenFile } from './segments.js'

const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|ico|bmp)$/i

/** Whether both versions of a file can be shown as images. */
export const isImage = (path: string): boolean => IMAGE.test(path)

/** An image before and after the changes of a lane. `diff` identifies the state of the lane. */
export function ImagePair({ lane, file, diff }: { lane: string; file: SeenFile; diff: string }) {
  const t = useWords()
  const { data } = useQuery(seenQuery(lane))
  const { path, from, status } = file
  const base = data?.merge_base ?? null
  return (
    <div className={styles['pair']}>
      {base !== null && status !== 'A' && status !== '?' && (
        <Version lane={lane} path={from ?? path} rev={base} words={t('review:image.before')} />
      )}
      {status !== 'D' && <Version key={diff} lane={lane} path={path} rev="work" words={t('review:image.after')} />}
    </div>
  )
}

interface VersionProps {
  readonly lane: string
  readonly path: string
  readonly rev: string
  readonly words: string
}

function Version({ lane, path, rev, words }: VersionProps) {
  const t = useWords()
  const image = useServedImage(address('/api/lanes/:id/git/raw', { id: lane }, { path, rev }))
  return (
    <figure>
      <figcaption>{words}</figcaption>
      {image.failed ? (
        <p>{t('review:image.unread')}</p>
      ) : (
        image.address !== undefined && <img src={image.address} alt={t('review:image.alt', { path, words })} />
      )}
    </figure>
  )
}
