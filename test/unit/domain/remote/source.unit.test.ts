import { describe, expect, it } from 'vitest'
import { isConfined, OVERLAP, partsToFetch, readListing } from '../../../../src/domain/remote/listing.js'
import { readRemoteSettings, remoteFolder } from '../../../../src/domain/remote/source.js'
import { isRejection } from '../../../../src/domain/rejection.js'

const settings = { label: 'Build', host: 'me@build' }
const codeOf = (input: object): string | null => {
  const read = readRemoteSettings({ ...settings, ...input }, null)
  return isRejection(read) ? read.code : null
}

describe('the settings of a remote source', () => {
  it('require a label and a host, and have defaults for the rest', () => {
    expect(readRemoteSettings(settings, null)).toEqual({
      label: 'Build',
      host: 'me@build',
      sshPort: null,
      identityFile: null,
      remoteHome: '~/.claude',
      remoteCodexHome: '~/.codex',
      enabled: true,
    })
  })

  it.each([
    ['-oProxyCommand=touch /tmp/x'],
    ['-v'],
    ['me@-oProxyCommand=x'],
    ['host name'],
    ['host;id'],
    ['$(id)'],
    ['a\nb'],
    ['ssh://host'],
    ['user@host@host'],
    [''],
    ['h'.repeat(256)],
    [42],
  ])('reject the host %j', (host) => expect(codeOf({ host })).toBe('INVALID_HOST'))

  it.each([['build'], ['build.example.org'], ['dev_1@10.0.0.7'], ['me@[::1]']])('accept the host %j', (host) =>
    expect(codeOf({ host })).toBeNull(),
  )

  it.each([
    ['INVALID_LABEL', { label: '  ' }],
    ['INVALID_LABEL', { label: 'x'.repeat(101) }],
    ['INVALID_PORT', { ssh_port: 0 }],
    ['INVALID_PORT', { ssh_port: 70_000 }],
    ['INVALID_PORT', { ssh_port: '22 -v' }],
    ['INVALID_IDENTITY_FILE', { identity_file: '-oProxyCommand=x' }],
    ['INVALID_IDENTITY_FILE', { identity_file: 'relative' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'relative' }],
    ['INVALID_REMOTE_HOME', { remote_home: '~/../../etc' }],
    ['INVALID_REMOTE_HOME', { remote_codex_home: '/a\nb' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'wsl:' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'wsl:relative' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'wsl:C:/Users/me' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'wsl:~/../x' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'C:\\Users\\me' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'C:relative' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'C:/../x' }],
    ['INVALID_REMOTE_HOME', { remote_home: 'CD:/x' }],
    ['INVALID_REMOTE_HOME', { remote_home: '//host/../x' }],
    ['INVALID_INPUT', { enabled: 'yes' }],
  ])('are rejected with %s: %j', (code, input) => expect(codeOf(input)).toBe(code))

  it.each([
    ['~/.claude', 'login'],
    ['/opt/claude home', 'login'],
    ['wsl:~/.claude', 'wsl'],
    ['wsl:/home/me/.claude', 'wsl'],
    ['C:/Users/me/.claude', 'windows'],
    ['//wsl.localhost/Ubuntu/home/me/.claude', 'windows'],
  ])('accept the directory %s for the %s shell', (remote_home, shell) => {
    expect(codeOf({ remote_home, remote_codex_home: remote_home })).toBeNull()
    expect(remoteFolder(remote_home).shell).toBe(shell)
  })

  it('are unchanged when omitted, and null resets one to its default', () => {
    const known = readRemoteSettings({ ...settings, ssh_port: 2222, remote_home: '/srv/claude' }, null)
    if (isRejection(known)) throw new Error(known.message)
    expect(readRemoteSettings({ label: 'Other' }, known)).toEqual({ ...known, label: 'Other' })
    expect(readRemoteSettings({ ssh_port: null, remote_home: null }, known)).toEqual({
      ...known,
      sshPort: null,
      remoteHome: '~/.claude',
    })
  })
})

describe('a listing from another machine', () => {
  it('skips paths outside its folder and files that are not transcripts', () => {
    const listing = [
      '   120 ./project/a.jsonl',
      '7 ./../escape.jsonl',
      '7 ./a/../../b.jsonl',
      '7 /etc/passwd.jsonl',
      '7 ./.hidden/a.jsonl',
      '7 ./a\\b.jsonl',
      '7 ./notes.txt',
      'x ./b.jsonl',
      '   240 total',
    ]
    expect(readListing(listing.join('\n'))).toEqual([{ path: 'project/a.jsonl', size: 120 }])
  })

  it.each([
    ['a/b.jsonl', true],
    ['a//b.jsonl', false],
    ['/b.jsonl', false],
    [`${'d/'.repeat(10)}b.jsonl`, false],
  ] as const)('confines %j: %j', (path, confined) => expect(isConfined(path)).toBe(confined))
})

describe('a fetch from a source', () => {
  const held = (sizes: Readonly<Record<string, number>>) => (path: string) => sizes[path] ?? 0

  it('reads the growth of longer files with an overlap, and shorter files completely', () => {
    const files = [
      { path: 'same.jsonl', size: 500 },
      { path: 'grown.jsonl', size: 900 },
      { path: 'new.jsonl', size: 10 },
      { path: 'shorter.jsonl', size: 40 },
    ]
    const sizes = { 'same.jsonl': 500, 'grown.jsonl': 700, 'shorter.jsonl': 90 }
    expect(partsToFetch(files, held(sizes))).toEqual([
      [
        { path: 'grown.jsonl', offset: 700 - OVERLAP, length: 200 + OVERLAP },
        { path: 'new.jsonl', offset: 0, length: 10 },
        { path: 'shorter.jsonl', offset: 0, length: 40 },
      ],
    ])
  })

  it('splits a long file into contiguous parts of at most 8 MiB', () => {
    const size = 20 * 1024 * 1024
    const parts = partsToFetch([{ path: 'long.jsonl', size }], held({})).flat()
    expect(parts.every(({ length }) => length <= 8 * 1024 * 1024)).toBe(true)
    expect(parts.reduce((end, { offset, length }) => (offset === end ? end + length : Number.NaN), 0)).toBe(size)
  })
})
