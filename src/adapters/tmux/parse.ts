import { constants } from 'node:os'
import type { Pane, PaneEnd } from '../../commands/ports/panes.js'

const LINE = /^(\d+)\|([01]?)\|(\d*)\|(\w*)\|(\d*)\|(run_\w{1,40})\|(\d{1,15})\|(\d)\|(\w*)$/
const END = /^(\d*),(\w*),(\d*)$/

/** A listed pane. `dead` without an end: tmux has closed it but does not have its exit status yet. */
export interface ListedPane extends Pane {
  readonly dead: boolean
}

/** Returns the panes of a listing. Lines of panes that somebody else made are left out. */
export const readPanes = (listing: string): readonly ListedPane[] =>
  listing.split('\n').flatMap((line) => {
    const fields = LINE.exec(line)
    if (fields === null) return []
    const [, pid = '', dead = '', status = '', signal = '', at = '', run = '', lane = '', slot = '', tool = ''] = fields
    return [
      {
        run,
        lane: Number(lane),
        slot: Number(slot),
        tool: tool === '' ? null : tool,
        pid: Number(pid),
        dead: dead === '1',
        end: dead === '1' ? endOf(run, status, signal, at) : null,
      },
    ]
  })

/** Returns a recorded end; null if the text has another form. */
export const readEnd = (run: string, text: string): PaneEnd | null => {
  const [, status = '', signal = '', at = ''] = END.exec(text.trim()) ?? []
  return endOf(run, status, signal, at)
}

const endOf = (run: string, status: string, signal: string, at: string): PaneEnd | null => {
  if ((status === '' && signal === '') || at === '') return null
  return {
    run,
    code: signal === '' ? Number(status) : null,
    signal: signal === '' ? null : signalName(signal),
    at: Number(at) * 1000,
  }
}

/** tmux has the number of a signal, newer releases its name. */
const signalName = (signal: string): string => {
  const named = Object.entries(constants.signals).find(([, number]) => number === Number(signal))?.[0]
  return named ?? (/^\d/.test(signal) ? signal : `SIG${signal.replace(/^SIG/, '')}`)
}
