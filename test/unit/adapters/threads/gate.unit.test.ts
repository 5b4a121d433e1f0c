import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Gate, turnsAt } from '../../../../src/adapters/threads/gate.js'

let gate: Gate
let turn: () => Promise<void>
const monotonic = (): number => Date.now() / 1000
beforeEach(() => {
  vi.useFakeTimers({ now: 5_000 })
  gate = new Gate(monotonic)
  turn = turnsAt(gate.closed, monotonic)
})
afterEach(() => {
  gate.close()
  vi.useRealTimers()
})

const isOpen = (): boolean => gate.closed[0] === 0

/** Commits at a steady rate and returns the share of the time in which the gate was closed. */
const hooks = async (perSecond: number, seconds: number): Promise<number> => {
  let closed = 0
  for (let n = 0; n < perSecond * seconds; n++) {
    gate.committed(1)
    await vi.advanceTimersByTimeAsync(1000 / perSecond)
    if (!isOpen()) closed += 1
  }
  return closed / (perSecond * seconds)
}

/** Repeats a step of background work until stopped; returns the times of the steps. */
const work = (): { readonly steps: number[]; stop: () => void } => {
  const steps: number[] = []
  let stopped = false
  const step = async (): Promise<void> => {
    await turn()
    if (stopped) return
    steps.push(monotonic())
    setTimeout(() => void step(), 50)
  }
  void step()
  return { steps, stop: () => (stopped = true) }
}

it('is open at 40 events per second, whatever the batch size', async () => {
  expect(await hooks(40, 5)).toBe(0)
  for (let second = 0; second < 5; second++) {
    gate.committed(40)
    await vi.advanceTimersByTimeAsync(1000)
    expect(isOpen()).toBe(true)
  }
})

it('is closed at 60 events per second', async () => {
  await hooks(60, 1)
  expect(isOpen()).toBe(false)
  expect(await hooks(60, 30)).toBe(1)
})

it('opens within a second after the rate falls to 0 or 40', async () => {
  await hooks(60, 5)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isOpen()).toBe(true)
  await hooks(60, 5)
  expect(isOpen()).toBe(false)
  await hooks(40, 1)
  expect(await hooks(40, 5)).toBe(0)
})

it('pauses background work until it opens', async () => {
  await hooks(60, 2)
  const { steps, stop } = work()
  await hooks(60, 5)
  expect(steps).toEqual([])
  await vi.advanceTimersByTimeAsync(1200)
  expect(steps.length).toBeGreaterThan(0)
  stop()
})

it('gives background work one second per minute under constant load', async () => {
  await hooks(60, 2)
  const { steps, stop } = work()
  await hooks(60, 190)
  stop()
  const slices = steps.filter((at, i) => i === 0 || at - (steps[i - 1] ?? 0) > 10)
  expect(slices).toHaveLength(3)
  expect(steps.length).toBeGreaterThan(3 * 10)
  expect(steps.length).toBeLessThan(3 * 25)
})
