import { useState } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import { useServedImage } from '../../../kit/use-served-image.js'
import styles from './picture.module.css'

/** An image of the conversation. Only raster images that the service serves are shown, never one from another address. */
export function Picture({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const t = useWords()
  const words = alt ?? t('session:picture.alt')
  if (src !== undefined && /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(src)) {
    return <Drawn src={src} alt={words} />
  }
  if (src?.startsWith('/api/')) return <ServedPicture src={src} alt={words} />
  return (
    <span className={styles['remote']}>
      {src === undefined ? t('session:picture.unshown', { words }) : t('session:picture.at', { words, address: src })}
    </span>
  )
}

function ServedPicture({ src, alt }: { src: string; alt: string }) {
  const t = useWords()
  const { address, failed } = useServedImage(src)
  if (failed) return <span className={styles['remote']}>{t('session:picture.gone', { words: alt })}</span>
  return address === undefined ? (
    <span className={classes(styles['picture'], styles['waiting'])} />
  ) : (
    <Drawn src={address} alt={alt} />
  )
}

/** An image, or a note that it is damaged. */
function Drawn({ src, alt }: { src: string; alt: string }) {
  const t = useWords()
  const [broken, setBroken] = useState(false)
  if (broken) return <span className={styles['remote']}>{t('session:picture.broken', { words: alt })}</span>
  return <img className={styles['picture']} src={src} alt={alt} onError={() => setBroken(true)} />
}
