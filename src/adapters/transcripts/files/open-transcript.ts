import { closeSync } from 'node:fs'
import { openRegular, reading } from '../../files/regular-file.js'
import { isPacked } from './rollout-name.js'
import { type OpenTranscript, openUnpacked, unpackSoon } from './unpack.js'

function openPlain(path: string): OpenTranscript | null {
  const opened = openRegular(path)
  if (opened === null) return null
  return { readAt: reading(opened.fd), size: opened.stats.size, close: () => closeSync(opened.fd) }
}

/** Opens a transcript, compressed or not; null for what is no regular file. For worker threads. */
export const openTranscript = (path: string): OpenTranscript | null =>
  isPacked(path) ? openUnpacked(path) : openPlain(path)

/** Opens a transcript on the main thread: a compressed one is unpacked in small steps. */
export const openTranscriptSoon = async (path: string): Promise<OpenTranscript | null> =>
  isPacked(path) ? unpackSoon(path) : openPlain(path)
