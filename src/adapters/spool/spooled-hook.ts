import type { SpooledHook } from '../../commands/ports/account-home.js'
import { isProvider } from '../../domain/tools/catalog.js'

// Format 1: `1 <delivery> <ms> <pid> <provider>`, in a pane also ` <run>`, then the body from the second line on.
const header = /^1 ([\w-]{1,64}) (\d{13}) (\d{1,10}) (claude|codex)(?: (run_\w{1,40}))?$/

/** Parses a spool file; null when it contains no hook. */
export const parseSpooled = (text: string): SpooledHook | null => {
  const end = text.indexOf('\n')
  const [, delivery, at, pid, provider, run = null] = header.exec(text.slice(0, end)) ?? []
  if (delivery === undefined || !isProvider(provider)) return null
  return { delivery, at: Number(at), pid: Number(pid), provider, run, body: text.slice(end + 1) }
}
