import type { Provider } from '../../commands/ports/transcripts.js'

/** A hook that waited in the spool for the service, as the forwarder wrote it down. */
export interface SpooledHook {
  /** The forwarder's id of this delivery: the same as in the header of an attempt that was given up. */
  readonly delivery: string
  /** When it happened, milliseconds since the epoch. */
  readonly at: number
  /** The agent CLI's process. */
  readonly pid: number
  readonly provider: Provider
  /** What the CLI sent, unparsed. */
  readonly body: string
}

// Format 1: `1 <delivery> <ms> <pid> <provider>`, then the body from the second line on.
const header = /^1 ([\w-]{1,64}) (\d{13}) (\d{1,10}) (claude|codex)$/

/** The hook a spool file holds; null when it is not one. */
export const parseSpooled = (text: string): SpooledHook | null => {
  const end = text.indexOf('\n')
  const [, delivery, at, pid, provider] = header.exec(text.slice(0, end)) ?? []
  if (delivery === undefined || (provider !== 'claude' && provider !== 'codex')) return null
  return { delivery, at: Number(at), pid: Number(pid), provider, body: text.slice(end + 1) }
}
