import { Either } from 'effect'
import { describe, expect, it } from 'vitest'
import { decideTrain, type KnownTrain } from '../../../../src/domain/train/decide.js'
import { fewestConflictsFirst } from '../../../../src/domain/train/order.js'
import { readTrain } from '../../../../src/domain/train/request.js'
import { lanesLeft, type Train, type TrainStep } from '../../../../src/domain/train/train.js'

const landed = (lane: number): TrainStep => ({ lane, outcome: 'landed', commit: 'c', details: [], told: false })
const running: Train = {
  id: 't',
  repository: '/r/.git',
  base: 'main',
  how: 'merge',
  lanes: [1, 2],
  steps: [],
  end: null,
}
const known = (train: Partial<Train> = {}): KnownTrain => ({ train: { ...running, ...train }, running: 't' })
const typesOf = (decision: unknown) => JSON.stringify(decision).match(/"type":"[\w-]+"/g) ?? []

describe('the order of a train', () => {
  it.each([
    [
      'has lanes with the fewest conflicts first',
      [1, 2, 3],
      [
        [1, 2],
        [1, 3],
      ],
      [2, 3, 1],
    ],
    ['is that of the lanes where nothing conflicts', [3, 1, 2], [], [3, 1, 2]],
    [
      'ignores conflicts with lanes that are not in it',
      [1, 2],
      [
        [2, 9],
        [2, 8],
        [1, 9],
      ],
      [1, 2],
    ],
  ] as const)('%s', (_, lanes, pairs, expected) => {
    const own = pairs.filter((pair) => pair.every((lane) => (lanes as readonly number[]).includes(lane)))
    expect(fewestConflictsFirst(lanes, own)).toEqual(expected)
  })
})

describe('the request for a train', () => {
  it('needs lanes, each once', () => {
    expect(Either.isRight(readTrain({ lanes: [1, 2] }))).toBe(true)
    for (const lanes of [undefined, [], 'x', [1, 1], [0], [1.5], ['1'], Array.from({ length: 21 }, (_, n) => n + 1)])
      expect(Either.isLeft(readTrain({ lanes })), JSON.stringify(lanes)).toBe(true)
    expect(Either.isLeft(readTrain({ lanes: [1], how: 'rebase' }))).toBe(true)
    expect(Either.isLeft(readTrain({ lanes: [1], order: 'random' }))).toBe(true)
  })
})

describe('a train', () => {
  it('starts once for each base', () => {
    const { steps: _, end: __, ...order } = running
    expect(typesOf(decideTrain.start({ train: null, running: null }, order))).toEqual(['"type":"train-started"'])
    expect(JSON.stringify(decideTrain.start({ train: null, running: 'other' }, order))).toContain('ETRAIN')
  })

  it('gives each lane one turn, and the one that is on also after a stop', () => {
    expect(typesOf(decideTrain.step(known(), landed(1)))).toHaveLength(1)
    expect(typesOf(decideTrain.step(known({ steps: [landed(1)] }), landed(1)))).toHaveLength(0)
    expect(typesOf(decideTrain.step(known({ end: 'stopped' }), landed(1)))).toHaveLength(1)
    expect(lanesLeft({ lanes: [1, 2], steps: [landed(1)] })).toEqual([2])
  })

  it('ends once', () => {
    expect(typesOf(decideTrain.end(known(), { reason: 'done' }))).toHaveLength(1)
    expect(typesOf(decideTrain.end(known({ end: 'stopped' }), { reason: 'done' }))).toHaveLength(0)
  })
})
