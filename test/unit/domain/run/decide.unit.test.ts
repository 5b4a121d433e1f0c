import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { decideRuns, type KnownRuns } from '../../../../src/domain/run/decide.js'
import type { LiveRun } from '../../../../src/domain/run/run.js'
import { readStopped, readWanted, type StartInput } from '../../../../src/domain/run/wanted.js'
import { given } from '../../../support/domain/decision.js'

const RUN = 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4'
const read = (input: StartInput, ofSession?: 'cli_a' | 'cli_b') =>
  Either.match(readWanted(input, { tool: 'cli_a', ofSession }, RUN), {
    onLeft: ({ code }) => ({ rejected: code }),
    onRight: ({ slot, agent }) => ({ slot, tool: agent?.tool.id ?? null, ...agent?.launch }),
  })

describe('a request to start', () => {
  it('has defaults: slot 0, the tool of the lane, and the permission mode auto where the tool has it', () => {
    expect(read({})).toMatchObject({ slot: 0, tool: 'cli_a', permissionMode: 'auto' })
    expect(read({ prompt: '', model: null, slot: '', proxy: '' })).toMatchObject({ slot: 0, tool: 'cli_a' })
    expect(read({ tool: 'cli_b' })).toEqual({ slot: 0, tool: 'cli_b' })
    expect(read({ slot: 'auto' })).toMatchObject({ slot: 'auto' })
    expect(read({ slot: '7' })).toMatchObject({ slot: 7 })
  })

  it('resumes by either name, with the tool of the session', () => {
    expect(read({ resume: 'abc' })).toMatchObject({ resume: { id: 'abc' } })
    expect(read({ resumeSessionId: 'abc', tool: 'cli_a' }, 'cli_b')).toMatchObject({ tool: 'cli_b' })
    expect(read({ resumeSessionId: 'abc', forkSession: true })).toMatchObject({ resume: { id: 'abc' }, fork: true })
    expect(read({ resumeLast: true, tool: 'cli_b' })).toMatchObject({ resume: 'last' })
  })

  it('names the worktree by the run', () => {
    expect(read({ worktree: true })).toMatchObject({ worktree: 'n6p8r0s2t4' })
  })

  it('measures the prompt in bytes of UTF-8', () => {
    expect(read({ prompt: 'x'.repeat(131_072) })).toMatchObject({ slot: 0 })
    expect(read({ prompt: 'x'.repeat(131_073) })).toEqual({ rejected: 'EBADPROMPT' })
    expect(read({ prompt: 'ü'.repeat(65_536) })).toMatchObject({ slot: 0 })
    expect(read({ prompt: 'ü'.repeat(65_537) })).toEqual({ rejected: 'EBADPROMPT' })
  })

  it('for a shell ignores everything but the slot', () => {
    expect(read({ shell: true, slot: 3, tool: 'none', prompt: 5, sandbox: 'x' })).toEqual({ slot: 3, tool: null })
    expect(read({ shell: true, slot: 10 })).toEqual({ rejected: 'EBADSLOT' })
  })

  it.each<[StartInput, string]>([
    [{ prompt: 5 }, 'EBADPROMPT'],
    [{ prompt: 'a\0b' }, 'EBADPROMPT'],
    [{ model: 'x'.repeat(256) }, 'EBADFIELD'],
    [{ model: 'a\nb' }, 'EBADFIELD'],
    [{ permissionMode: 'root' }, 'EBADFIELD'],
    [{ effort: 'enormous' }, 'EBADFIELD'],
    [{ tool: 'cli_b', effort: 'max' }, 'EBADFIELD'],
    [{ tool: 'cli_b', sandbox: 'none' }, 'EBADFIELD'],
    [{ tool: 'cli_b', approval: 'always' }, 'EBADFIELD'],
    [{ worktree: 'yes' }, 'EBADFIELD'],
    [{ shell: 1 }, 'EBADFIELD'],
    [{ tool: 'claude' }, 'EBADTOOL'],
    [{ resume: '--help' }, 'EBADSESSION'],
    [{ resume: '../x' }, 'EBADSESSION'],
    [{ forkSession: true }, 'EBADSESSION'],
    [{ slot: -1 }, 'EBADSLOT'],
    [{ slot: 1.5 }, 'EBADSLOT'],
    [{ slot: 'first' }, 'EBADSLOT'],
    [{ proxy: 5 }, 'EBADPROXY'],
    [{ router: {} }, 'EBADPROXY'],
    [{ sandbox: 'read-only' }, 'EUNSUPPORTED'],
    [{ approval: 'never' }, 'EUNSUPPORTED'],
    [{ tool: 'cli_b', worktree: true }, 'EUNSUPPORTED'],
    [{ tool: 'cli_b', forkSession: true, resume: 'abc' }, 'EUNSUPPORTED'],
    [{ resume: 'abc', worktree: true }, 'EUNSUPPORTED'],
  ])('%j is refused', (input, rejected) => expect(read(input)).toEqual({ rejected }))

  it('to stop names a slot, or all', () => {
    expect([undefined, null, 0, '9'].map((slot) => Either.getOrNull(readStopped(slot)))).toEqual([
      undefined,
      undefined,
      0,
      9,
    ])
    for (const slot of ['auto', 10, {}]) expect(Either.isLeft(readStopped(slot))).toBe(true)
  })
})

const agent = (slot: number): LiveRun => ({ run: `run_${slot}`, lane: 3, slot, tool: 'cli_a', dialog: null })
const shell = (slot: number): LiveRun => ({ ...agent(slot), tool: null })
const NONE: KnownRuns = { lane: 3, isProvisioning: false, live: [], holder: undefined }
const ask = (state: KnownRuns, input: StartInput) =>
  given(state).when(decideRuns.request, {
    run: RUN,
    cwd: '/home/ada/shop',
    wanted: Either.getOrThrow(readWanted(input, { tool: 'cli_a' }, RUN)),
    router: null,
    isRouterAsked: false,
    account: null,
  })
const requested = (more: object) => [expect.objectContaining({ data: expect.objectContaining(more) as object })]

describe('a run', () => {
  it('is requested with its options and the beginning of its prompt', () => {
    expect(ask(NONE, { prompt: 'x'.repeat(600), permissionMode: 'plan', resume: 'abc', slot: 2 })).toEqual([
      {
        type: 'run-requested',
        data: {
          lane: 3,
          run: RUN,
          slot: 2,
          tool: 'cli_a',
          cwd: '/home/ada/shop',
          prompt: `${'x'.repeat(499)}…`,
          model: null,
          permissionMode: 'plan',
          effort: null,
          sandbox: null,
          approval: null,
          resume: 'abc',
          fork: false,
          worktree: null,
        },
      },
    ])
  })

  it('attaches an agent that waits in its slot, unless it has something to say', () => {
    const busy = { ...NONE, live: [agent(0)] }
    expect(ask(busy, {})).toEqual([])
    for (const input of [{ prompt: 'go' }, { resume: 'abc' }, { resumeLast: true }, { shell: true }]) {
      expect(ask(busy, input)).toEqual({ rejected: 'ERUNLIVE' })
    }
    expect(ask({ ...NONE, live: [shell(0)] }, { shell: true })).toEqual([])
    expect(ask({ ...NONE, live: [shell(0)] }, {})).toEqual({ rejected: 'ERUNLIVE' })
  })

  it('gets the first free slot with auto, if there is one', () => {
    expect(ask({ ...NONE, live: [agent(0), shell(1), agent(3)] }, { slot: 'auto' })).toEqual(requested({ slot: 2 }))
    const all = { ...NONE, live: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(agent) }
    expect(ask(all, { slot: 'auto' })).toEqual({ rejected: 'ERUNLIVE' })
  })

  it('cannot resume a session that is open elsewhere, but can fork it', () => {
    const open = { ...NONE, holder: 'run_other' }
    expect(ask(open, { resume: 'abc' })).toEqual({ rejected: 'ESESSIONLIVE' })
    expect(ask(open, { resume: 'abc', forkSession: true })).toEqual(requested({ fork: true }))
  })

  it('needs its lane, with its worktree', () => {
    expect(ask({ ...NONE, lane: undefined }, {})).toEqual({ rejected: 'ENOLANE' })
    expect(ask({ ...NONE, isProvisioning: true }, {})).toEqual({ rejected: 'EPROVISIONING' })
  })

  it('shows a dialog, and reports it again only when it changes', () => {
    const dialog = { kind: 'trust', text: 'Trust it?' } as const
    const show = (known: LiveRun['dialog'], shown: LiveRun['dialog']) =>
      given<KnownRuns>({ ...NONE, live: [{ ...agent(0), dialog: known }] }).when(decideRuns.show, {
        run: 'run_0',
        dialog: shown,
      })
    const changed = (to: LiveRun['dialog']) => [
      { type: 'run-dialog-changed', data: { lane: 3, run: 'run_0', dialog: to } },
    ]
    expect(show(null, dialog)).toEqual(changed(dialog))
    expect(show(dialog, { ...dialog })).toEqual([])
    expect(show(dialog, { ...dialog, text: 'Really?' })).toEqual(changed({ ...dialog, text: 'Really?' }))
    expect(show(dialog, null)).toEqual(changed(null))
    expect(show(null, null)).toEqual([])
    expect(given<KnownRuns>(NONE).when(decideRuns.show, { run: 'run_0', dialog })).toEqual([])
  })

  it('starts, reports its session and ends while it is live, and only once', () => {
    const live = given<KnownRuns>({ ...NONE, live: [agent(0)] })
    const over = given<KnownRuns>(NONE)
    const ended = { run: 'run_0', reason: 'exited', code: 3, signal: null, detail: null, at: 5 } as const
    const { at, ...rest } = ended
    expect(live.when(decideRuns.start, { run: 'run_0', pid: 7 })).toEqual([
      { type: 'run-started', data: { lane: 3, run: 'run_0', pid: 7 } },
    ])
    expect(live.when(decideRuns.report, { run: 'run_0', session: 's' })).toEqual([
      { type: 'run-session-reported', data: { lane: 3, run: 'run_0', session: 's' } },
    ])
    expect(live.when(decideRuns.end, ended)).toEqual([{ type: 'run-ended', data: { lane: 3, ...rest, endedAt: at } }])
    expect(over.when(decideRuns.start, { run: 'run_0', pid: 7 })).toEqual([])
    expect(over.when(decideRuns.report, { run: 'run_0', session: 's' })).toEqual([])
    expect(over.when(decideRuns.end, ended)).toEqual([])
  })
})
