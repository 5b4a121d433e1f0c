import { useEffect, useState } from 'react'
import { fetchBlob } from '../api/call.js'

interface ServedImage {
  /** Where a browser finds it; undefined while it loads. */
  readonly address: string | undefined
  readonly failed: boolean
}

const LOADING: ServedImage = { address: undefined, failed: false }

/** Loads an image of the service: an `<img src>` cannot send the token. */
export function useServedImage(src: string): ServedImage {
  const [image, setImage] = useState(LOADING)
  useEffect(() => {
    const abort = new AbortController()
    let address: string | undefined
    fetchBlob(src, abort.signal)
      .then((blob) => {
        address = URL.createObjectURL(blob)
        setImage({ address, failed: false })
      })
      .catch(() => {
        if (!abort.signal.aborted) setImage({ address: undefined, failed: true })
      })
    return () => {
      abort.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [src])
  return image
}
