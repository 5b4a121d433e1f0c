import { attachHere } from '../adapters/tmux/attach.js'
import type { Config } from '../config.js'
import { SLOTS } from '../domain/run/run.js'
import { Failure, USAGE } from './exit.js'
import type { Ask } from './service.js'

export interface AttachOptions {
  readonly slot: string
  readonly readOnly?: boolean
}

/** Shows a pane of a lane in this terminal until the user detaches it, or it is removed. */
export const attach = async (
  { dataDir }: Pick<Config, 'dataDir'>,
  ask: Ask,
  id: string,
  { slot: given, readOnly = false }: AttachOptions,
): Promise<void> => {
  const slot = SLOTS.find((one) => String(one) === given)
  if (slot === undefined) throw new Failure('--slot takes 0 to 9', USAGE)
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new Failure('stdin and stdout must be a terminal: run it in one', USAGE)
  const { lane, panes } = await ask('GET /api/lanes/:id', { id })
  if (!panes.some((pane) => pane.slot === slot && pane.alive)) {
    const others = panes.flatMap((pane) => (pane.alive ? [pane.slot] : []))
    const hint = others.length === 0 ? `start an agent with switchyard lanes start ${id}` : `try ${others.join(', ')}`
    throw new Failure(`no program runs in slot ${slot} of lane ${id}: ${hint}`)
  }
  const end = attachHere(dataDir, { lane: lane.id, slot }, { readOnly })
  if (end === 'missing') throw new Failure('tmux is not installed on this machine')
  if (end === 'failed') throw new Failure(`slot ${slot} of lane ${id} could not be shown`)
}
