import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideStack, type KnownStack } from '../../../../src/domain/stack/decide.js'
import { given } from '../../../support/domain/decision.js'

const DOWN: KnownStack = {
  lane: 4,
  isProvisioning: false,
  slot: null,
  ports: {},
  otherSlots: new Set(),
  otherPorts: new Set(),
  running: [],
}
const UP: KnownStack = { ...DOWN, slot: 2, ports: { WEB: 3002 } }
const ALL = new Set(Array.from({ length: 99 }, (_, index) => index + 1))

const wanted = {
  repository: '/shop',
  profile: { ports: { WEB: 3000 }, slots: { min: 1, max: 99 } },
  busy: new Map<number, readonly number[]>(),
}
const assigned = (slot: number, port: number) => ({
  type: 'stack-slot-assigned',
  data: { lane: 4, slot, ports: { WEB: port }, repository: '/shop' },
})

describe('bringing a stack up', () => {
  it.each<readonly [string, KnownStack, Partial<typeof wanted>, unknown]>([
    ['assigns the lowest slot', DOWN, {}, [assigned(1, 3001)]],
    ['assigns the lowest free slot', { ...DOWN, otherSlots: new Set([1, 3]) }, {}, [assigned(2, 3002)]],
    [
      'starts with the first slot of the profile',
      DOWN,
      { profile: { ...wanted.profile, slots: { min: 5, max: 6 } } },
      [assigned(5, 3005)],
    ],
    ['is refused without a free slot', { ...DOWN, otherSlots: ALL }, {}, { rejected: 'ESLOTS' }],
    ['steps aside of a busy port', DOWN, { busy: new Map([[3001, [77]]]) }, [assigned(1, 3101)]],
    ['keeps its slot and its ports', UP, {}, []],
    ['keeps its slot when others took lower ones', { ...UP, otherSlots: new Set([1]) }, {}, []],
    ['is refused when its port is busy', UP, { busy: new Map([[3002, [77]]]) }, { rejected: 'EPORTBUSY' }],
    ['gets a port for a new name', { ...UP, ports: {} }, {}, [assigned(2, 3002)]],
    ['is refused while its worktree is created', { ...DOWN, isProvisioning: true }, {}, { rejected: 'EPROVISIONING' }],
    ['is refused for a lane that was deleted', { ...DOWN, lane: undefined }, {}, { rejected: 'ENOLANE' }],
  ])('%s', (_, stack, command, outcome) => {
    expect(given(stack).when(decideStack.up, { ...wanted, ...command })).toEqual(outcome)
  })

  it('gives lanes of a repository different slots and ports, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 }), (lanes) => {
        const stacks = new Map<number, { slot: number; ports: Readonly<Record<string, number>> }>()
        for (const lane of lanes) {
          const others = [...stacks].filter(([id]) => id !== lane).map(([, other]) => other)
          const state: KnownStack = {
            ...DOWN,
            lane,
            slot: stacks.get(lane)?.slot ?? null,
            ports: stacks.get(lane)?.ports ?? {},
            otherSlots: new Set(others.map(({ slot }) => slot)),
            otherPorts: new Set(others.flatMap(({ ports }) => Object.values(ports))),
          }
          if (state.slot !== null) {
            expect(given(state).when(decideStack.down, {})).toEqual([
              { type: 'stack-slot-released', data: { lane, slot: state.slot } },
            ])
            stacks.delete(lane)
            continue
          }
          const events = given(state).when(decideStack.up, wanted)
          if ('rejected' in events) throw new Error(events.rejected)
          for (const { data } of events) stacks.set(lane, data as never)
        }
        const slots = [...stacks.values()].map(({ slot }) => slot)
        expect(new Set(slots).size).toBe(slots.length)
        const ports = [...stacks.values()].map(({ ports: all }) => all['WEB'])
        expect(new Set(ports).size).toBe(ports.length)
      }),
    )
  })
})

describe('bringing a stack down', () => {
  it.each<readonly [string, KnownStack, unknown]>([
    ['releases its slot', UP, [{ type: 'stack-slot-released', data: { lane: 4, slot: 2 } }]],
    ['changes nothing if it is down', DOWN, []],
    ['is refused for a lane that was deleted', { ...DOWN, lane: undefined }, { rejected: 'ENOLANE' }],
  ])('%s', (_, stack, outcome) => expect(given(stack).when(decideStack.down, {})).toEqual(outcome))
})

describe('ending the services of a stack', () => {
  it.each<readonly [string, KnownStack, unknown]>([
    ['keeps its slot', UP, [{ type: 'stack-stopped', data: { lane: 4 } }]],
    ['changes nothing if it is down', DOWN, []],
    ['is refused for a lane that was deleted', { ...DOWN, lane: undefined }, { rejected: 'ENOLANE' }],
  ])('%s', (_, stack, outcome) => expect(given(stack).when(decideStack.stop, {})).toEqual(outcome))
})

describe('a hook', () => {
  const about = { job: 'j1', hook: 'migrate' } as const
  const result = { end: 'exited', code: 3, signal: null, durationMs: 12 } as const
  const running: KnownStack = { ...UP, running: [about] }

  it('starts in a slot', () => {
    expect(given(UP).when(decideStack.start, about)).toEqual([
      { type: 'stack-hook-started', data: { lane: 4, ...about } },
    ])
    expect(given(UP).when(decideStack.request, {})).toEqual([])
  })

  it.each([
    [DOWN, 'ENOSLOT'],
    [{ ...UP, lane: undefined }, 'ENOLANE'],
  ] as const)('is refused without one', (stack, rejected) => {
    expect(given(stack).when(decideStack.start, about)).toEqual({ rejected })
    expect(given(stack).when(decideStack.request, {})).toEqual({ rejected })
  })

  it('has one result', () => {
    expect(given(running).when(decideStack.end, { ...about, ...result })).toEqual([
      { type: 'stack-hook-ended', data: { lane: 4, ...about, ...result } },
    ])
    expect(given(UP).when(decideStack.end, { ...about, ...result })).toEqual([])
    expect(given(running).when(decideStack.end, { ...about, ...result, job: 'j2' })).toEqual([])
  })
})

describe('the end of bringing a stack up', () => {
  const services = [{ name: 'web', pid: 77, mark: 'b.5' }]
  const ended = { job: 'j1', services, error: { code: 'EBOOT', message: `\u001b[31m${'x'.repeat(900)}` } } as const

  it('records the processes and the error, without escapes', () => {
    const [event] = given(UP).when(decideStack.record, ended) as readonly { data: { error: { message: string } } }[]
    expect(event).toMatchObject({ type: 'stack-services-recorded', data: { lane: 4, job: 'j1', services } })
    expect(event?.data.error.message).toMatch(/^x{499}…$/)
  })

  it('is not recorded for a stack that was brought down meanwhile', () => {
    expect(given(DOWN).when(decideStack.record, ended)).toEqual([])
  })
})
