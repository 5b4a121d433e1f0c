import { isProvider, type Provider } from '../../domain/tools/catalog.js'

/** A hook that waited in the spool, as the forwarder wrote it. */
export interface SpooledHook {
  /** The forwarder's delivery id, the same as in the header of the attempt that failed. */
  readonly delivery: string
  /** When the hook ran, in milliseconds since the epoch. */
  readonly at: number
  /** Process id of the agent CLI. */
  readonly pid: number
  readonly provider: Provider
  /** The run whose pane the hook comes from. */
  readonly run: string | null
  /** What the CLI sent, unparsed. */
  readonly body: string
}

// Format 1: `1 <delivery> <ms> <pid> <provider>`, in a pane also ` <run>`, then the body from the second line on.
const header = /^1 ([\w-]{1,64}) (\d{13}) (\d{1,10}) (claude|codex)(?: (run_\w{1,40}))?$/

/** Parses a spool file; null when it contains no hook. */
export const parseSpooled = (text: string): SpooledHook | null => {
  const end = text.indexOf('\n')
  const [, delivery, at, pid, provider, run = null] = header.exec(text.slice(0, end)) ?? []
  if (delivery === undefined || !isProvider(provider)) return null
  return { delivery, at: Number(at), pid: Number(pid), provider, run, body: text.slice(end + 1) }
}
