import * as Either from 'effect/Either'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignPorts, type BusyPorts, isCandidate, type Ports } from '../../../../src/domain/stack/ports.js'

const busyAt = (...ports: readonly number[]): BusyPorts => new Map(ports.map((port) => [port, [port * 10]]))
const NONE = { recorded: {}, busy: busyAt(), reserved: new Set<number>() }
const steps = (first: number): number[] => Array.from({ length: 10 }, (_, n) => first + 100 * n)

describe('the ports of a lane', () => {
  it.each<readonly [string, Partial<Parameters<typeof assignPorts>[0]>, Ports]>([
    ['are the bases plus the slot', {}, { WEB: 3002, API: 4002 }],
    ['step aside if another program listens', { busy: busyAt(3002) }, { WEB: 3102, API: 4002 }],
    ['step aside several times', { busy: busyAt(...steps(3002).slice(0, 9)) }, { WEB: 3902, API: 4002 }],
    ['step aside of the ports of other lanes', { reserved: new Set([3002, 3102]) }, { WEB: 3202, API: 4002 }],
    ['never coincide', { bases: { WEB: 3000, API: 3100 }, busy: busyAt(3002) }, { WEB: 3102, API: 3202 }],
    ['stay where they are recorded', { recorded: { WEB: 3302, API: 4002 } }, { WEB: 3302, API: 4002 }],
    ['are added for new names', { recorded: { WEB: 3302 } }, { WEB: 3302, API: 4002 }],
    ['are dropped with their names', { recorded: { OLD: 1, WEB: 3002, API: 4002 } }, { WEB: 3002, API: 4002 }],
  ])('%s', (_, wanted, ports) => {
    const bases = { WEB: 3000, API: 4000 }
    expect(assignPorts({ ...NONE, bases, slot: 2, ...wanted })).toEqual(Either.right(ports))
  })

  it('are refused when the recorded one is busy: its address must stay valid', () => {
    const wanted = { ...NONE, bases: { WEB: 3000 }, slot: 2, recorded: { WEB: 3002 }, busy: busyAt(3002) }
    expect(assignPorts(wanted)).toEqual(Either.left({ name: 'WEB', port: 3002, pids: [30_020] }))
  })

  it('are refused when all ten are busy', () => {
    const wanted = { ...NONE, bases: { WEB: 3000 }, slot: 2, busy: busyAt(...steps(3002)) }
    expect(assignPorts(wanted)).toEqual(Either.left({ name: 'WEB', port: 3002, pids: [30_020] }))
  })

  it('never exceed the last port', () => {
    const wanted = { ...NONE, bases: { WEB: 65_400 }, slot: 99, busy: busyAt(65_499) }
    expect(Either.isLeft(assignPorts(wanted))).toBe(true)
  })

  it('are free, distinct and candidates, whatever is busy', () => {
    const port = fc.integer({ min: 3000, max: 3400 })
    const bases = fc.uniqueArray(port, { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(bases, fc.array(port), fc.array(port), fc.integer({ min: 1, max: 99 }), (all, busy, others, slot) => {
        const named = Object.fromEntries(all.map((base, index) => [`P${index}`, base]))
        const reserved = new Set(others)
        const assigned = assignPorts({ bases: named, slot, recorded: {}, busy: busyAt(...busy), reserved })
        if (Either.isLeft(assigned)) return
        const ports = Object.values(assigned.right)
        expect(new Set(ports).size).toBe(all.length)
        for (const one of ports) {
          expect(busy.includes(one) || reserved.has(one)).toBe(false)
          expect(isCandidate(named, { min: 1, max: 99 }, one)).toBe(true)
        }
        const again = { bases: named, slot, recorded: assigned.right, busy: busyAt(...busy), reserved }
        expect(assignPorts(again)).toEqual(assigned)
      }),
    )
  })
})
