import { useEffect, useRef, useState } from 'react'
import { percent } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { markDifference, type Pixels } from './difference.js'
import styles from './proof.module.css'

/** More pixels are compared smaller, so that the page stays responsive. */
const MOST_PIXELS = 3_000_000

const decoded = async (address: string): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

const pixelsOf = (image: HTMLImageElement, width: number, height: number, scale: number): Pixels => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  // An image that is smaller leaves the rest empty: that differs.
  context?.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale)
  return context?.getImageData(0, 0, width, height) ?? { width, height, data: new Uint8ClampedArray() }
}

/** The pixels in which an image differs from the one before, and how many they are. */
export function DifferenceView({ before, after, title }: { before: string; after: string; title: string }) {
  const t = useWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [share, setShare] = useState<number>()
  useEffect(() => {
    let isShown = true
    void Promise.all([decoded(before), decoded(after)]).then(
      ([first, second]) => {
        if (!isShown || canvas.current === null) return
        const [wide, high] = [
          Math.max(first.naturalWidth, second.naturalWidth),
          Math.max(first.naturalHeight, second.naturalHeight),
        ]
        const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (wide * high)))
        const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
        const shown = new ImageData(width, height)
        const found = markDifference(
          pixelsOf(first, width, height, scale),
          pixelsOf(second, width, height, scale),
          shown.data,
        )
        canvas.current.width = width
        canvas.current.height = height
        canvas.current.getContext('2d')?.putImageData(shown, 0, 0)
        setShare(found)
      },
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [before, after])
  return (
    <figure className={styles['view']}>
      <canvas ref={canvas} role="img" aria-label={t('proof:differenceOf', { title })} />
      <figcaption>
        {share === undefined
          ? t('proof:comparing')
          : share === 0
            ? t('proof:same')
            : t('proof:differ', { share: percent(share, 1) })}
      </figcaption>
    </figure>
  )
}
