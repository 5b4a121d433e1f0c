import { expect, it } from 'vitest'
import { answersOf } from '../../../../../../ui/src/pages/lane/terminal/answers.js'

const permission = { kind: 'permission', tool: 'Bash', text: 'rm -r build' } as const
const question = { kind: 'question', tool: 'AskUserQuestion', text: 'Which?' } as const
const asked = (change: object = {}) => {
  const options = ['This', 'That'].map((label) => ({ label, description: '' }))
  return { question: 'Which?', options, isMultiple: false, ...change }
}
const request = (...questions: ReturnType<typeof asked>[]) => ({ questions, command: undefined, path: undefined })

it('a permission is given once or denied with the keys of its tool', () => {
  expect(answersOf({ provider: 'claude', headline: permission }, undefined).map(({ keys }) => keys)).toEqual([
    '1',
    '\u001b',
  ])
  expect(answersOf({ provider: 'codex', headline: permission }, undefined).map(({ keys }) => keys)).toEqual([
    'y',
    '\u001b',
  ])
})

it('one question is answered with the number of an option', () => {
  const answers = answersOf({ provider: 'claude', headline: question }, request(asked()))
  expect(answers).toMatchObject([
    { label: 'This', keys: '1' },
    { label: 'That', keys: '2' },
  ])
})

it.each([
  ['several questions', question, request(asked(), asked())],
  ['a question with several answers', question, request(asked({ isMultiple: true }))],
  [
    'more options than digits',
    question,
    request(asked({ options: Array.from({ length: 10 }, () => ({ label: '', description: '' })) })),
  ],
  ['a sentence of the agent', { ...permission, tool: null }, undefined],
  ['nothing', null, undefined],
] as const)('no key answers %s', (_, headline, of) => {
  expect(answersOf({ provider: 'claude', headline }, of)).toEqual([])
})
