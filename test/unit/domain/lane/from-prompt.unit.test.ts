import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slugOfTitle } from '../../../../src/domain/git/slug.js'
import * as fromPrompt from '../../../../src/domain/lane/from-prompt.js'
import { issueIn } from '../../../../src/domain/lane/issue.js'

const { promptsByLine } = fromPrompt
const titleOfPrompt = (prompt: string): string => fromPrompt.titleOfPrompt(prompt, issueIn(prompt))
const branchWords = (prompt: string): string => fromPrompt.branchWords(prompt, issueIn(prompt))

describe('the title and the branch of a prompt', () => {
  it.each([
    [
      'Accept gift cards at checkout. Partial balances must work.',
      'Accept gift cards at checkout',
      'accept-gift-cards-checkout',
    ],
    ['Find out why search is slow on Mondays', 'Find out why search is slow on Mondays', 'find-out-why-search'],
    ['Please fix the flaky upload test!', 'Please fix the flaky upload test', 'fix-flaky-upload-test'],
    ['# Title of an issue\n\nIts text.', 'Title of an issue', 'title-issue'],
    ['- Round shipping costs', 'Round shipping costs', 'round-shipping-costs'],
    ['Update src/app.ts to v1.2 now', 'Update src/app.ts to v1.2 now', 'update-src-app.ts-v1.2'],
    ['Bitte die Größe der Bilder prüfen', 'Bitte die Größe der Bilder prüfen', 'grosse-bilder-prufen'],
    ['設計を見直す', '設計を見直す', 'lane'],
    ['https://github.com/a/b/issues/412 Gift wrap as an option', 'Gift wrap as an option', '412-gift-wrap-option'],
    ['https://github.com/a/b/issues/412\n\nGift wrap. Costs 2.50.', 'Gift wrap', '412-gift-wrap'],
    ['Fix https://github.com/a/b/issues/412', 'Fix #412', '412-fix'],
    ['https://github.com/a/b/pull/7', 'Pull request #7', '7-pull-request'],
    ['https://linear.app/a/issue/ENG-12/gift-wrap', 'gift wrap', 'eng-12-gift-wrap'],
    ['To be or not to be', 'To be or not to be', 'to-be-or-not'],
  ])('%s', (prompt, title, slug) => {
    expect([titleOfPrompt(prompt), slugOfTitle(branchWords(prompt))]).toEqual([title, slug])
  })

  it('cuts a long sentence at a word', () => {
    expect(
      titleOfPrompt('Move every payment adapter into its own package and keep the public interface as it is'),
    ).toBe('Move every payment adapter into its own package and keep…')
    expect(titleOfPrompt('x'.repeat(200))).toBe(`${'x'.repeat(59)}…`)
  })

  it('is short, in one line, and a name that git accepts, whatever the prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (prompt) => {
        expect(Array.from(titleOfPrompt(prompt)).length).toBeLessThanOrEqual(60)
        expect(titleOfPrompt(prompt)).not.toMatch(/[\r\n]/)
        expect(slugOfTitle(branchWords(prompt))).toMatch(/^[a-z0-9_][a-z0-9._-]{0,59}$/)
      }),
    )
  })
})

it('a list has a prompt for each line', () => {
  expect(promptsByLine('- Gift cards\n\n2. Wishlist\n  3) Slow search\nOrder export\n')).toEqual([
    'Gift cards',
    'Wishlist',
    'Slow search',
    'Order export',
  ])
})
