import { describe, expect, it } from 'vitest'
import {
  fetchedRemotes,
  hasAlternateRefsCommand,
  readSettings,
  remoteNames,
  sshCommand,
  upstreamRemote,
  userHelpers,
  weakeningSetting,
} from '../../../../src/domain/git/remote-settings.js'

/** Returns settings as git prints them: scope, key, and value unless it has none. */
const settings = (...lines: readonly (readonly [scope: string, key: string, value?: string])[]) =>
  readSettings(
    lines.map(([scope, key, value]) => `${scope}\0${key}${value === undefined ? '' : `\n${value}`}\0`).join(''),
  )

describe('the remotes', () => {
  it('are those with a URL, once each, and none that is an option', () => {
    const found = settings(
      ['global', 'remote.origin.fetch', '+refs/pull/*:refs/pull/*'],
      ['local', 'remote.up.stream.url', 'a\nb'],
      ['local', 'remote.up.stream.url', 'c'],
      ['local', 'remote.--upload-pack=x.url', 'd'],
      ['local', 'remote.url', 'e'],
      ['local', 'remote.pushdefault', 'f'],
    )
    expect(remoteNames(found)).toEqual(['up.stream'])
  })

  it('are not all fetched', () => {
    const found = settings(
      ['local', 'remote.a.url', 'x'],
      ['local', 'remote.b.url', 'x'],
      ['local', 'remote.b.skipfetchall', 'true'],
    )
    expect(fetchedRemotes(found)).toEqual(['a'])
  })
})

it('the remote of an upstream is the last one that is set, and none for a branch of the same repository', () => {
  const merge = ['local', 'branch.feat/a.merge', 'refs/heads/a'] as const
  const found = settings(['global', 'branch.feat/a.remote', 'x'], ['local', 'branch.feat/a.remote', 'origin'], merge)
  expect(upstreamRemote(found, 'feat/a')).toBe('origin')
  expect(upstreamRemote(found, 'a')).toBeNull()
  expect(upstreamRemote(settings(['local', 'branch.feat/a.remote', '.'], merge), 'feat/a')).toBeNull()
  expect(upstreamRemote(settings(['local', 'branch.a.remote', 'origin']), 'a')).toBeNull()
})

describe('a setting that could send a login to somebody else', () => {
  it.each([
    'http.sslverify',
    'http.https://git.example.com/a.b.sslverify',
    'http.sslcainfo',
    'http.sslcapath',
    'http.proxy',
    'http.proxysslcainfo',
    'http.schannelusesslcainfo',
    'http.curloptresolve',
    'remote.origin.proxy',
    'remote.origin.proxyauthmethod',
  ])('is %s of a repository', (key) => {
    expect(weakeningSetting(settings(['local', key, 'x']))).toBe(key)
    expect(weakeningSetting(settings(['worktree', key, 'x']))).toBe(key)
    expect(weakeningSetting(settings(['global', key, 'x'], ['system', key, 'x']))).toBeNull()
  })

  it.each(['http.postbuffer', 'http.version', 'http.extraheader', 'remote.origin.url'])('is not %s', (key) =>
    expect(weakeningSetting(settings(['local', key, 'x']))).toBeNull(),
  )
})

it('the credential helpers of the user are kept in their order, those of a repository are not', () => {
  const scoped = 'credential.https://git.example.com.helper'
  const found = settings(
    ['system', 'credential.helper', 'cache'],
    ['global', 'credential.helper', ''],
    ['global', scoped, 'store'],
    ['global', 'credential.usehttppath', 'true'],
    ['local', 'credential.helper', '!evil'],
  )
  expect(userHelpers(found)).toEqual([
    ['credential.helper', 'cache'],
    ['credential.helper', ''],
    [scoped, 'store'],
  ])
})

describe('the command for SSH', () => {
  const options = '-oBatchMode=yes -oConnectTimeout=10 -oControlMaster=no'
  it.each([
    ['ssh -i key', `ssh -i key ${options}`],
    ['/usr/bin/ssh', `/usr/bin/ssh ${options}`],
    ['plink -batch', 'plink -batch'],
    ['', `ssh ${options}`],
  ])('of a user who set %j', (set, command) =>
    expect(sshCommand(settings(['global', 'core.sshcommand', set]))).toBe(command),
  )

  it('is never that of a repository', () =>
    expect(sshCommand(settings(['local', 'core.sshcommand', 'evil']))).toBe(`ssh ${options}`))
})

it('a program that lists alternates counts only in a repository', () => {
  expect(hasAlternateRefsCommand(settings(['local', 'core.alternaterefscommand', 'x']))).toBe(true)
  expect(hasAlternateRefsCommand(settings(['global', 'core.alternaterefscommand', 'x']))).toBe(false)
})
