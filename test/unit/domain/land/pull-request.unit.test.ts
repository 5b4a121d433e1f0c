import { describe, expect, it } from 'vitest'
import { pullRequestPage } from '../../../../src/domain/land/pull-request.js'

const request = { base: 'main', branch: 'feat/a&b', title: 'Add "x" & y', text: '- one\n- two' }
const page = (remote: string) => pullRequestPage(remote, request)

describe('the page of a pull request', () => {
  it.each([
    ['https://github.com/ada/shop.git', 'https://github.com/ada/shop/compare/main...feat/a%26b?expand=1&title='],
    ['git@github.com:ada/shop.git', 'https://github.com/ada/shop/compare/'],
    ['ssh://git@github.com:22/ada/shop', 'https://github.com/ada/shop/compare/'],
    ['https://ada:secret@gitlab.com/group/sub/shop.git/', 'https://gitlab.com/group/sub/shop/-/merge_requests/new?'],
    ['git@gitlab.example.org:ada/shop.git', 'https://gitlab.example.org/ada/shop/-/merge_requests/new?'],
    [
      'https://bitbucket.org/ada/shop',
      'https://bitbucket.org/ada/shop/pull-requests/new?source=feat%2Fa%26b&dest=main',
    ],
    ['https://codeberg.org/ada/shop.git', 'https://codeberg.org/ada/shop/compare/main...feat/a%26b?title='],
  ])('of %s starts with %s', (remote, start) => {
    expect(page(remote)).toMatch(new RegExp(`^${start.replace(/[.?*+^$[\]\\(){}|]/g, '\\$&')}`))
    expect(page(remote)).not.toContain('secret')
  })

  it.each([
    '/srv/git/shop.git',
    'https://git.example.org/ada/shop.git',
    'https://github.com/',
    'https://github.com/../x',
    'https://github.com.evil.example/ada/shop',
    'https://evil.example/github.com/shop',
    'file:///srv/shop',
    'https://github.com/ada/shop\nx',
    '',
  ])('is unknown for %j', (remote) => expect(page(remote)).toBeNull())

  it('keeps its address short', () =>
    expect(pullRequestPage('git@github.com:a/b', { ...request, text: 'x'.repeat(100_000) })?.length).toBeLessThan(5000))
})
