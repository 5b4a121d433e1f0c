import { basename } from 'node:path'
import type { RouteAnswer } from '../http/contract/index.js'
import { Failure, USAGE } from './exit.js'
import { counted, printJson, say } from './output.js'
import type { Ask } from './service.js'

type Preflight = Extract<RouteAnswer<'GET /api/lanes/:id/preflight'>, { readonly blocked: unknown }>

export interface DiscardOptions {
  readonly yes?: boolean
  readonly force?: boolean
  readonly json?: boolean
}

/** Returns what an action would lose; null if nothing. Commits that cannot be counted may be lost. */
const lossOf = ({ dirty, untracked, unpushed, blocked }: Preflight): string | null => {
  if (blocked.includes('adopted')) return null
  const losses: readonly (readonly [number | null, string])[] = [
    [unpushed, 'unpushed commit'],
    // Null: the directory is missing, or stays.
    [dirty ?? 0, 'changed file'],
    [untracked ?? 0, 'untracked file'],
  ]
  const named = losses.flatMap(([n, noun]) => {
    if (n === null) return [`${noun}s that cannot be counted`]
    return n > 0 ? [counted(n, noun)] : []
  })
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
  const body = { confirm: true as const, expect, force }
  if (action === 'reset') {
    const answer = await ask('POST /api/lanes/:id/reset', { id }, {}, body)
    return json ? printJson(answer) : say([`${name} ${done}`, ...answer.warnings].join('\n'))
  }
  const answer = await ask('POST /api/lanes/:id/remove', { id }, {}, body)
  if (json) return printJson(answer)
  const kept = [...(answer.directoryKept ? [lane.cwd] : []), ...(answer.branchKept ? [lane.branch ?? ''] : [])]
  return say(`${name} ${done}${kept.length === 0 ? '' : `; kept: ${kept.filter(Boolean).join(', ')}`}`)
}
