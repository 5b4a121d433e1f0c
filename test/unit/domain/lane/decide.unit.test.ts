import { describe, expect, it } from 'vitest'
import { decideDirectory, decideLane, type KnownDirectory, type KnownLane } from '../../../../src/domain/lane/decide.js'
import { ancestorsOf } from '../../../../src/domain/lane/lane.js'
import { given } from '../../../support/domain/decision.js'
import { adoptedLane } from '../../../support/domain/adopted-lane.js'

const FREE: KnownDirectory = { nextId: 7, owner: undefined, isTaken: false }
const OWNED: KnownDirectory = { nextId: 7, owner: { id: 3, isExact: true }, isTaken: true }
const BELOW: KnownDirectory = { nextId: 7, owner: { id: 3, isExact: false }, isTaken: false }
const cwd = '/home/ada/shop'
const pipelines = new Set(['feature'])
const { create, ensure } = decideDirectory

const created = (more: object = {}) => [
  {
    type: 'lane-created',
    data: { ...adoptedLane(7, cwd), ...more },
  },
]

describe('a new lane', () => {
  it('gets the next id, the defaults and a trimmed title', () => {
    expect(given(FREE).when(create, { cwd, input: {}, pipelines })).toEqual(created())
    const input = { title: '  Shop ', tool: 'cli_b', pipeline: 'default', base_branch: 'develop' }
    expect(given(FREE).when(create, { cwd, input, pipelines })).toEqual(
      created({ title: 'Shop', tool: 'cli_b', baseBranch: 'develop' }),
    )
  })

  it('needs a directory that has no lane, but may be below one', () => {
    expect(given(OWNED).when(create, { cwd, input: {}, pipelines })).toEqual({ rejected: 'EDUPCWD' })
    expect(given(BELOW).when(create, { cwd, input: {}, pipelines })).toEqual(created())
  })

  it.each([
    [{ title: 'x'.repeat(201) }, 'EBADFIELD'],
    [{ title: 'two\nlines' }, 'EBADFIELD'],
    [{ title: { a: 1 } }, 'EBADFIELD'],
    [{ base_branch: '--upload-pack=x' }, 'EBADFIELD'],
    [{ pipeline: 'release' }, 'EBADPIPELINE'],
    [{ pipeline: 5 }, 'EBADFIELD'],
    [{ tool: 'claude' }, 'EBADTOOL'],
    [{ tool: ['cli_a'] }, 'EBADTOOL'],
  ])('is refused with %j', (input, rejected) => {
    expect(given(FREE).when(create, { cwd, input, pipelines })).toEqual({ rejected })
    expect(given(OWNED).when(ensure, { cwd, exact: false, input, pipelines })).toEqual({ rejected })
  })
})

describe('a lane that is ensured', () => {
  it('is created only if no lane owns the directory', () => {
    expect(given(FREE).when(ensure, { cwd, exact: false, input: {}, pipelines })).toEqual(created())
    expect(given(OWNED).when(ensure, { cwd, exact: false, input: {}, pipelines })).toEqual([])
    expect(given(BELOW).when(ensure, { cwd, exact: false, input: {}, pipelines })).toEqual([])
  })

  it('is created below another lane if only the exact directory counts', () => {
    expect(given(BELOW).when(ensure, { cwd, exact: true, input: {}, pipelines })).toEqual(created())
    expect(given(OWNED).when(ensure, { cwd, exact: true, input: {}, pipelines })).toEqual([])
  })

  it('is refused on the directory of a lane that the caller may not see', () => {
    const hidden = { nextId: 7, owner: undefined, isTaken: true }
    expect(given(hidden).when(ensure, { cwd, exact: false, input: {}, pipelines })).toEqual({ rejected: 'EDUPCWD' })
  })
})

const LANE = {
  id: 3,
  status: 'idle',
  isLive: false,
  title: 'Shop',
  pipeline: 'default',
  runId: null,
  links: { ticket: 'SHOP-12' },
  notes: null,
  baseBranch: 'main',
  gateDecision: null,
  ciStatus: null,
  qcDev: null,
  router: null,
  isArchived: false,
} as const
const NEW = { ...LANE, status: 'provisioning' } as const
const patched = (input: Readonly<Record<string, unknown>>) =>
  given<KnownLane>(LANE).when(decideLane.patch, { input, pipelines })

describe('the archive', () => {
  const archive = (state: KnownLane, archived: boolean) =>
    given<KnownLane>(state).when(decideLane.archive, { archived })

  it('takes a lane at rest, and gives it back', () => {
    expect(archive(LANE, true)).toEqual([{ type: 'lane-archived', data: { lane: 3, archived: true } }])
    expect(archive({ ...LANE, isArchived: true }, false)).toEqual([
      { type: 'lane-archived', data: { lane: 3, archived: false } },
    ])
  })

  it('changes nothing twice, and takes no lane that is in use, being made or gone', () => {
    expect(archive(LANE, false)).toEqual([])
    expect(archive({ ...LANE, isArchived: true }, true)).toEqual([])
    expect(archive({ ...LANE, isLive: true }, true)).toEqual({ rejected: 'ERUNLIVE' })
    expect(archive(NEW, true)).toEqual({ rejected: 'EPROVISIONING' })
    expect(archive(undefined, true)).toEqual({ rejected: 'ENOLANE' })
  })
})

describe('an update of a lane', () => {
  it('records what changes, and nothing else', () => {
    expect(patched({ title: ' Cart ', notes: 'a\nb', run_id: 'run_1', links: {}, base_branch: 'main' })).toEqual([
      { type: 'lane-patched', data: { lane: 3, title: 'Cart', notes: 'a\nb', runId: 'run_1', links: {} } },
    ])
    expect(patched({})).toEqual([])
    expect(patched({ title: 'Shop', links: { ticket: 'SHOP-12' } })).toEqual([])
  })

  it('clears with null, and keeps numbers where any value is allowed', () => {
    const input = { title: null, base_branch: null, qc_dev: 3, ci_status: 'green', gate_decision: 0.5, notes: 7 }
    expect(patched(input)).toEqual([
      {
        type: 'lane-patched',
        data: { lane: 3, title: null, baseBranch: null, qcDev: 3, ciStatus: 'green', gateDecision: 0.5, notes: '7' },
      },
    ])
  })

  it.each<Readonly<Record<string, unknown>>>([
    { status: 'idle' },
    { stage: 'build' },
    { slot: 1 },
    { constructor: 'x' },
    { title: true },
    { title: ['x'] },
    { notes: {} },
    { notes: '\u001b[2J' },
    { links: null },
    { links: ['x'] },
    { links: 'x' },
    { links: { x: 'x'.repeat(65_536) } },
    { pipeline: null },
    { run_id: false },
    { base_branch: '-x' },
    { title: 'fine', status: 'idle' },
  ])('%j is refused as a whole', (input) => expect(patched(input)).toEqual({ rejected: 'EBADFIELD' }))

  it('cannot change the tool, or name an unknown pipeline', () => {
    expect(patched({ tool: 'cli_a' })).toEqual({ rejected: 'EBADTOOL' })
    expect(patched({ pipeline: 'release' })).toEqual({ rejected: 'EBADPIPELINE' })
    expect(patched({ pipeline: 'feature' })).toEqual([{ type: 'lane-patched', data: { lane: 3, pipeline: 'feature' } }])
  })

  it('needs the lane', () => {
    expect(given<KnownLane>(undefined).when(decideLane.patch, { input: {}, pipelines })).toEqual({
      rejected: 'ENOLANE',
    })
    expect(given<KnownLane>(undefined).when(decideLane.forget, {})).toEqual({ rejected: 'ENOLANE' })
  })
})

describe('a lane that is forgotten', () => {
  it('is deleted', () => {
    expect(given<KnownLane>(LANE).when(decideLane.forget, {})).toEqual([{ type: 'lane-forgotten', data: { lane: 3 } }])
  })

  it('is refused while a program runs in it', () => {
    expect(given<KnownLane>({ ...LANE, isLive: true }).when(decideLane.forget, {})).toEqual({ rejected: 'ERUNLIVE' })
  })

  it('is refused while its worktree is created', () => {
    expect(given<KnownLane>(NEW).when(decideLane.forget, {})).toEqual({ rejected: 'EPROVISIONING' })
  })
})

it('a lane is reset or removed', () => {
  expect(given<KnownLane>(LANE).when(decideLane.reset, { head: 'abc' })).toEqual([
    { type: 'lane-reset', data: { lane: 3, head: 'abc' } },
  ])
  const removed = { branch: 'feat/shop', head: null }
  expect(given<KnownLane>(LANE).when(decideLane.remove, removed)).toEqual([
    { type: 'lane-removed', data: { lane: 3, ...removed } },
  ])
  expect(given<KnownLane>(undefined).when(decideLane.reset, { head: 'abc' })).toEqual({ rejected: 'ENOLANE' })
  expect(given<KnownLane>(undefined).when(decideLane.remove, removed)).toEqual({ rejected: 'ENOLANE' })
})

describe('a lane on a new worktree', () => {
  const command = {
    cwd,
    input: { title: 'Shop' },
    pipelines,
    branch: 'feat/shop',
    sourceRepo: '/home/ada/repo',
    keptHead: null,
  }
  const added = { base: 'main', head: 'abc', warnings: [] }

  it('is managed, and needs a directory that no lane has', () => {
    expect(given(FREE).when(decideDirectory.provision, command)).toEqual(
      created({ kind: 'managed', title: 'Shop', branch: 'feat/shop', sourceRepo: '/home/ada/repo' }),
    )
    expect(given(OWNED).when(decideDirectory.provision, command)).toEqual({ rejected: 'EDUPCWD' })
    expect(given(FREE).when(decideDirectory.provision, { ...command, keptHead: 'abc' })).toEqual(
      created({ kind: 'managed', title: 'Shop', branch: 'feat/shop', sourceRepo: '/home/ada/repo', keptHead: 'abc' }),
    )
    const unnamed = { ...command, input: { title: {} } }
    expect(given(FREE).when(decideDirectory.provision, unnamed)).toEqual({ rejected: 'EBADFIELD' })
  })

  it('records how the creation ended, once', () => {
    expect(given<KnownLane>(NEW).when(decideLane.provisioned, added)).toEqual([
      { type: 'lane-provisioned', data: { lane: 3, ...added } },
    ])
    expect(given<KnownLane>(NEW).when(decideLane.provisionFailed, { message: 'fatal: no\u001b[1m' })).toEqual([
      { type: 'lane-provision-failed', data: { lane: 3, message: 'fatal: no' } },
    ])
    for (const lane of [LANE, undefined]) {
      expect(given<KnownLane>(lane).when(decideLane.provisioned, added)).toEqual([])
      expect(given<KnownLane>(lane).when(decideLane.provisionFailed, { message: 'x' })).toEqual([])
    }
  })
})

it('the directories above a directory are found, nearest first', () => {
  expect(ancestorsOf('/a/b/c')).toEqual(['/a/b/c', '/a/b', '/a', '/'])
  expect(ancestorsOf('/')).toEqual(['/'])
})
