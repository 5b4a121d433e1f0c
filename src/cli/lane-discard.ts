import { basename } from 'node:path'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { printJson, say } from './output.js'
import type { Ask } from './service.js'

type Preflight = Extract<RouteAnswer<'GET /api/lanes/:id/preflight'>, { readonly blocked: unknown }>

export interface DiscardOptions {
  readonly yes?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** Returns what an action would lose; null if nothing. What cannot be counted may be lost. */
const lossOf = ({ dirty, untracked, unpushed, blocked }: Preflight): string | null => {
  if (blocked.includes('adopted')) return null
  if (dirty === null || untracked === null || unpushed === null)
    return `work that cannot be counted: the worktree is ${blocked.includes('missing') ? 'missing' : 'unreadable'}`
  const losses: readonly (readonly [number, string])[] = [
    [unpushed, 'unpushed commit'],
    [dirty, 'changed file'],
    [untracked, 'untracked file'],
  ]
  const named = losses.filter(([n]) => n > 0).map(([n, noun]) => counted(n, noun))
  return named.length === 0 ? null : named.join(', ')
}

const VERBS = {
  remove: { done: 'removed', effect: 'removes the worktree and the branch' },
  reset: { done: 'reset', effect: 'sets the worktree to its base' },
} as const

/** Removes or resets a lane after a confirmation. Only `force` loses work that exists nowhere else. */
export const discard = async (
  ask: Ask,
  action: keyof typeof VERBS,
  id: string,
  { yes, force = false, json }: DiscardOptions,
): Promise<void> => {
  const { lane } = await ask('GET /api/lanes/:id', { id })
  const expect = (await ask('GET /api/lanes/:id/preflight', { id }, { action })) as Preflight
  const loss = lossOf(expect)
  const { done, effect } = VERBS[action]
  const name = `lane ${id} (${lane.title ?? basename(lane.cwd)})`
  const isRefused = loss !== null && !force
  if (!yes || isRefused) {
    if (json) printJson(expect)
    const what = expect.blocked.includes('adopted') ? 'deletes only the record; its directory stays' : effect
    say(`${name}: ${what}${loss === null ? '' : `, and loses ${loss}`}`)
    if (!yes) throw new Failure(`nothing was ${done}: confirm with --yes${isRefused ? ' --force' : ''}`, USAGE)
    throw new Failure(`nothing was ${done}: add --force to lose this work`)
  }
  if (action === 'reset') await ask('POST /api/lanes/:id/reset', { id }, {}, { confirm: true, expect, force })
  else await ask('POST /api/lanes/:id/remove', { id }, {}, { confirm: true, expect, force })
  if (json) return printJson({ ok: true })
  return say(`${name} ${done}`)
}
