import * as Either from 'effect/Either'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitLines } from '../../../../src/domain/git/line-edits.js'
import {
  commitsByTurn,
  readTurnCommits,
  turnMessage,
  type WritingTurn,
} from '../../../../src/domain/git/turn-commits.js'

const turn = (number: number, prompt = `prompt ${number}`): WritingTurn => ({
  session: 's',
  sessionName: 'shop',
  number,
  prompt,
  at: number * 1000,
})
const [one, two, three] = [turn(1), turn(2), turn(3)]
const file = (before: string, after: string, writers: readonly (WritingTurn | null)[], path = 'a.txt') => ({
  path,
  before: splitLines(before),
  after: splitLines(after),
  writers,
})
const shown = ({ commits, unfinished }: ReturnType<typeof commitsByTurn>) => ({
  commits: commits.map(({ turn: own, files }) => [
    own?.number,
    ...files.map(({ path, content }) => `${path}: ${content}`),
  ]),
  unfinished,
})

it('commits added lines with the turn that wrote them, in the order of the turns', () => {
  const found = commitsByTurn([
    file('', 'a\nb\nc\n', [two, one, two], 'new.txt'),
    file('x\ny\n', 'x\nz\ny\n', [null, three, null]),
  ])
  expect(shown(found)).toEqual({
    commits: [
      [1, 'new.txt: b\n'],
      [2, 'new.txt: a\nb\nc\n'],
      [3, 'a.txt: x\nz\ny\n'],
    ],
    unfinished: [],
  })
})

it('commits lines that replace others together, with the last turn that wrote one of them', () => {
  const found = commitsByTurn([file('a\nb\nc\n', 'a\nB\nBB\nc\nd\n', [null, one, two, null, one])])
  expect(shown(found)).toEqual({
    commits: [
      [1, 'a.txt: a\nb\nc\nd\n'],
      [2, 'a.txt: a\nB\nBB\nc\nd\n'],
    ],
    unfinished: [],
  })
})

it.each([
  ['a line that was only removed', file('a\nb\nc\n', 'a\nc\nd\n', [null, null, one]), 'a\nb\nc\nd\n'],
  ['an added line of nobody known', file('a\n', 'a\nb\nc\n', [null, one, null]), 'a\nb\n'],
  [
    'lines that replace others, one of them of nobody known',
    file('a\nb\n', 'A\nAA\nb\nc\n', [one, null, null, one]),
    'a\nb\nc\n',
  ],
])('leaves %s to the last commit', (_what, changed, content) => {
  expect(shown(commitsByTurn([changed]))).toEqual({ commits: [[1, `a.txt: ${content}`]], unfinished: ['a.txt'] })
})

it('leaves a file of nobody known to the last commit', () => {
  expect(commitsByTurn([file('', 'a\n', [null])])).toEqual({ commits: [], unfinished: ['a.txt'] })
})

it('loses no line and commits none before its turn', () => {
  const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n'), { maxLength: 12 })
  const written = fc.array(
    fc.record({ text: fc.constantFrom('a\n', 'b\n', 'e\n', 'f\n'), by: fc.constantFrom(null, one, two, three) }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(lines, written, (before, after) => {
      const texts = after.map(({ text }) => text)
      const { commits, unfinished } = commitsByTurn([
        { path: 'a.txt', before, after: texts, writers: after.map(({ by }) => by) },
      ])
      const numbers = commits.map(({ turn: own }) => own?.number ?? 0)
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
      for (const { turn: own, files } of commits) {
        const [{ content } = { content: '' }] = files
        // What is new in it was written by then.
        for (const text of ['e\n', 'f\n']) {
          const by = after.filter(
            (line) => line.text === text && line.by !== null && line.by.number <= (own?.number ?? 0),
          )
          expect(splitLines(content).filter((line) => line === text).length).toBeLessThanOrEqual(by.length)
        }
      }
      if (unfinished.length === 0 && commits.length > 0) expect(commits.at(-1)?.files[0]?.content).toBe(texts.join(''))
    }),
  )
})

it('names a commit by the first sentence of its prompt', () => {
  expect(turnMessage(turn(1, 'Add a cart. Then test it'))).toBe('Add a cart')
  expect(turnMessage(turn(4, '  '))).toBe('Turn 4')
  expect(turnMessage(null)).toBe('Other changes')
})

it.each([
  [{}, 'EEXPECT'],
  [{ expect: 1 }, 'EEXPECT'],
  [{ expect: 'x', messages: 'one' }, 'EBADMESSAGE'],
  [{ expect: 'x', messages: ['one', ' '] }, 'EBADMESSAGE'],
])('refuses %j', (input, code) => {
  expect(Either.getLeft(readTurnCommits(input))).toMatchObject({ value: { code } })
})

it('reads messages as a form sends them', () => {
  expect(Either.getOrThrow(readTurnCommits({ expect: 'x', messages: ['one\r\ntwo'] }))).toEqual({
    expect: 'x',
    messages: ['one\ntwo'],
  })
  expect(Either.getOrThrow(readTurnCommits({ expect: 'x', messages: null })).messages).toBeNull()
})
