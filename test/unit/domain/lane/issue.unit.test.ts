import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closingLine, issueIn } from '../../../../src/domain/lane/issue.js'

describe('an issue in a text', () => {
  it.each([
    ['https://github.com/Acme/Shop/issues/412', '#412', 'github.com/acme/shop', false],
    ['See https://github.com/acme/shop/pull/7/files#diff-1.', '#7', 'github.com/acme/shop', true],
    ['https://gitlab.example.org/team/sub/shop/-/issues/9?x=1', '#9', 'gitlab.example.org/team/sub/shop', false],
    ['https://gitlab.com/a/b/-/merge_requests/12', '!12', 'gitlab.com/a/b', true],
    ['(https://codeberg.org/acme/shop/pulls/3)', '#3', 'codeberg.org/acme/shop', true],
    ['https://linear.app/acme/issue/ENG-12/gift-wrap-as-an-option', 'ENG-12', null, false],
    ['https://acme.atlassian.net/browse/SHOP-77', 'SHOP-77', null, false],
  ])('%s', (text, label, repository, isRequest) => {
    expect(issueIn(text)).toMatchObject({ label, repository, isRequest })
  })

  it.each([
    '',
    'issue 412 of acme/shop',
    'https://github.com/acme/shop',
    'https://github.com/acme/shop/issues/new',
    'https://github.com/acme/shop/issues/412x',
    'ftp://github.com/acme/shop/issues/412',
    'javascript:https:/a/issues/1',
    'https://[/acme/shop/issues/4',
  ])('%s has none', (text) => expect(issueIn(text)).toBeNull())

  it('is the first of several, without the sentence around it', () => {
    const text = 'Like https://example.org/a, do https://github.com/a/b/issues/1, then https://github.com/a/b/issues/2.'
    expect(issueIn(text)?.url).toBe('https://github.com/a/b/issues/1')
  })

  it('has an address that is a part of the text, whatever that is', () => {
    fc.assert(
      fc.property(fc.string(), fc.webUrl(), fc.nat(10_000), (before, url, number) => {
        const text = `${before} ${url}/a/issues/${number}`
        const issue = issueIn(text)
        if (issue !== null) expect(text).toContain(issue.url)
      }),
    )
  })
})

describe('the line that closes an issue', () => {
  const issue = issueIn('https://github.com/acme/shop/issues/412')
  it('has its number where its repository is that of the pull request, and its address elsewhere', () => {
    if (issue === null) throw new Error('no issue')
    expect(closingLine(issue, 'github.com/acme/shop')).toBe('Closes #412')
    expect(closingLine(issue, 'github.com/acme/other')).toBe('Closes https://github.com/acme/shop/issues/412')
    expect(closingLine(issue, null)).toBe('Closes https://github.com/acme/shop/issues/412')
  })
})
