import { expect, it } from 'vitest'
import { Failure } from '../../../../../ui/src/api/failure.js'
import { laneMatches } from '../../../../../ui/src/kit/lane-match.js'
import { laneTitle } from '../../../../../ui/src/kit/lane-title.js'
import { laneFailure } from '../../../../../ui/src/pages/lanes/lane-failure.js'
import { lanePlace } from '../../../../../ui/src/pages/lanes/lane-label.js'
import { lane, session } from '../../../../support/ui/rows.js'

it('a lane without a title is called like its directory', () => {
  expect(laneTitle(lane(1, { title: '' }))).toBe('lane-1')
  expect(laneTitle(lane(1, { title: 'Cart' }))).toBe('Cart')
})

it('the place of a lane names another tool, the repository, the branch, and that it is adopted', () => {
  expect(lanePlace(lane(1, { tool: 'cli_b', branch: 'feat/cart' }), undefined)).toBe('Codex · shop · feat/cart')
  const adopted = lane(2, { kind: 'adopted', source_repo: null, cwd: '/home/dev/dotfiles' })
  expect(lanePlace(adopted, session('s', { git_branch: 'main' }))).toBe('dotfiles · main · adopted')
})

it('a lane matches all terms of a text in its title, branch, directory or open question', () => {
  const cart = lane(1, { title: 'Cart', branch: 'feat/once' })
  expect(laneMatches(cart, undefined, 'CART once')).toBe(true)
  expect(laneMatches(cart, undefined, 'cart twice')).toBe(false)
  const headline = { kind: 'question', tool: null, text: 'Redirect old links?' } as const
  expect(laneMatches(cart, session('s', { situation: 'needs_you', headline }), 'redirect')).toBe(true)
  expect(laneMatches(cart, session('s', { situation: 'working', headline }), 'redirect')).toBe(false)
})

it('a refusal has the text of the interface, at the field that it is about', () => {
  const refused = laneFailure(new Failure(400, 'EEMPTYREPO', 'the repository has no commit yet'))
  expect(refused).toMatchObject({
    message: 'This repository has no commits yet. Commit something first.',
    field: 'sourceRepo',
  })
  // Git's own text, although the status alone would hide it.
  expect(laneFailure(new Failure(500, 'EGIT', 'fatal: bad object'))).toMatchObject({
    status: 409,
    message: 'fatal: bad object',
  })
  const other = new Failure(400, 'EBADFIELD', 'title: too long', 'title')
  expect(laneFailure(other)).toBe(other)
})
