import * as Either from 'effect/Either'
import { describe, expect, it } from 'vitest'
import { decideAsks, type KnownAsks, type ShownAsk } from '../../../../src/domain/run/ask.js'

const option = (key: string, label: string) => ({ key, label, detail: '', lasting: false, text: false })
const shown: ShownAsk = {
  digest: 'd1',
  kind: 'permission',
  text: 'Bash command\n\ngit tag v2\n\nDo you want to proceed?',
  options: [option('1', 'Yes'), option('2', 'No, and tell Claude what to do differently')],
  answerable: true,
  screen: [],
}
const lane: KnownAsks = {
  lane: 1,
  live: [{ run: 'r', lane: 1, slot: 0, tool: 'cli_a', dialog: null, session: 's' }],
  open: [],
}
const open = { ...shown, ask: 'a1', run: 'r', isSent: false }
const known = (change: object = {}): KnownAsks => ({ ...lane, open: [{ ...open, ...change }] })
const see = (state: KnownAsks, next: ShownAsk | null) =>
  Either.getOrThrow(decideAsks.see(state, { run: 'r', ask: 'a2', shown: next })).map(({ type, data }) =>
    type === 'ask-closed' ? [type, data.outcome] : [type, data.ask],
  )

describe('what an agent shows', () => {
  it.each([
    ['nothing before', lane, shown, [['ask-opened', 'a2']]],
    ['the same', known(), shown, []],
    ['nothing after it', known(), null, [['ask-closed', 'elsewhere']]],
    [
      'something else',
      known(),
      { ...shown, digest: 'd2' },
      [
        ['ask-closed', 'elsewhere'],
        ['ask-opened', 'a2'],
      ],
    ],
    ['nothing after an answer', known({ isSent: true }), null, [['ask-closed', 'taken']]],
    [
      'the same after an answer',
      known({ isSent: true }),
      shown,
      [
        ['ask-closed', 'failed'],
        ['ask-opened', 'a2'],
      ],
    ],
    [
      'the same, which can be answered now',
      known({ answerable: false }),
      shown,
      [
        ['ask-closed', 'elsewhere'],
        ['ask-opened', 'a2'],
      ],
    ],
  ] as const)('is recorded if it is %s', (_what, state, next, events) => {
    expect(see(state, next)).toEqual(events)
  })

  const cut = { ...shown, digest: 'd2', answerable: false, text: 'git tag v2\n\nDo you want to proceed?' }
  it.each([
    ['without options', { ...cut, options: [] }],
    [
      'with broken lines',
      { ...cut, options: [option('1', 'Yes'), option('2', 'No, and tell Claude what to do diffe rently')] },
    ],
  ])('is the same in a pane that is too small for it, %s', (_how, next) => {
    expect(see(known(), next)).toEqual([])
  })

  it.each([
    ['another text', { ...cut, options: [], text: 'git push\n\nDo you want to proceed?' }],
    ['other options', { ...cut, options: [option('1', 'Yes')] }],
  ])('is another ask with %s', (_what, next) => {
    expect(see(known(), next)).toEqual([
      ['ask-closed', 'elsewhere'],
      ['ask-opened', 'a2'],
    ])
  })

  it('is nothing once the run has ended, or the lane is deleted', () => {
    expect(see({ ...lane, live: [] }, shown)).toEqual([])
    expect(see({ ...lane, lane: undefined }, shown)).toEqual([])
  })
})

describe('answers that came too late', () => {
  const late = (state: KnownAsks) => Either.getOrThrow(decideAsks.late(state, { run: 'r', asks: ['a1', 'a0'] }))

  it('were given in the terminal, also those that seemed to be taken', () => {
    const closed = ['a1', 'a0'].map((ask) => ({ type: 'ask-closed', data: { lane: 1, ask, outcome: 'elsewhere' } }))
    expect(late(known({ isSent: true }))).toEqual(closed)
    expect(late({ ...lane, live: [] })).toEqual([])
    expect(late({ ...lane, lane: undefined })).toEqual([])
  })
})

describe('an answer', () => {
  const answer = { ask: 'a1', option: '1', label: 'Yes', hasText: false, nonce: null }

  it('is recorded once', () => {
    expect(Either.getOrThrow(decideAsks.answer(known(), answer))).toEqual([
      { type: 'ask-answered', data: { lane: 1, ...answer } },
    ])
    for (const state of [known({ isSent: true }), lane])
      expect(Either.isLeft(decideAsks.answer(state, answer))).toBe(true)
  })
})
