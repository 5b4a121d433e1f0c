import { describe, expect, it } from 'vitest'
import { httpPlace, isPublishUrl, placeOf, pushRemote, withoutLogins } from '../../../../src/domain/git/remote-url.js'

it.each([
  ['https://git.example.com/shop.git', { protocol: 'https', host: 'git.example.com' }],
  ['https://ada@Git.Example.com:443/shop', { protocol: 'https', host: 'git.example.com' }],
  ['http://a%40b:secret@localhost:8080/x', { protocol: 'http', host: 'localhost:8080' }],
  ['ssh://git@git.example.com/shop', null],
  ['git@git.example.com:shop', null],
  ['/srv/git/shop', null],
  ['https://', null],
])('the place of the remote %s', (url, place) => expect(httpPlace(url)).toEqual(place))

describe('a place that a login is for', () => {
  it.each([
    ['https', 'Git.Example.com', { protocol: 'https', host: 'git.example.com' }],
    ['https', 'git.example.com:8443', { protocol: 'https', host: 'git.example.com:8443' }],
    ['https', '[::1]:8443', { protocol: 'https', host: '[::1]:8443' }],
    ['ssh', 'git.example.com', null],
    ['https', 'git.example.com/path', null],
    ['https', 'ada@git.example.com', null],
    ['https', 'git.example.com\nhost=other', null],
    ['https', 'git.example.com:99999', null],
    ['https', '', null],
    ['https', 7, null],
  ])('%s %s', (protocol, host, place) => expect(placeOf(protocol, host)).toEqual(place))
})

describe('a branch may be published', () => {
  it.each([
    'https://git.example.com/shop.git',
    'ssh://git@git.example.com:22/shop',
    'git@git.example.com:ada/shop.git',
  ])('to %s', (url) => expect(isPublishUrl(url)).toBe(true))

  it.each([
    'http://git.example.com/shop',
    'https://ada@git.example.com/shop',
    'https://ada:secret@git.example.com/shop',
    'https://@git.example.com/shop',
    'https:///git.example.com/shop',
    'https:////git.example.com/shop',
    'https://\\git.example.com/shop',
    'ssh://git:secret@git.example.com/shop',
    'ssh://-oProxyCommand=x/shop',
    'git@-oProxyCommand=x:shop',
    '-oProxyCommand=x@host:shop',
    '--upload-pack=x',
    'ext::sh -c x',
    'file:///srv/git',
    '/srv/git',
    'git.example.com:shop',
    'git@host:sh op',
    'git@host:shop\nx',
    '',
    null,
  ])('but not to %j', (url) => expect(isPublishUrl(url)).toBe(false))
})

describe('the remote of a push', () => {
  it.each([
    [['origin', 'fork'], 'fork', 'fork'],
    [['upstream'], null, 'upstream'],
    [['origin', 'fork'], null, 'origin'],
    [['origin', 'fork'], 'deleted', 'origin'],
    [['a', 'b'], null, null],
    [[], null, null],
  ])('of %j with the upstream %j is %j', (remotes, upstream, remote) =>
    expect(pushRemote(remotes, upstream)).toBe(remote),
  )
})

it('a text of git is shown without logins', () => {
  const text = "fatal: unable to access 'https://ada:hush@git.example.com/?t=a%2Fb': said a/b"
  expect(withoutLogins(text, ['a/b'])).toBe("fatal: unable to access 'https://git.example.com/?t=***': said ***")
})
