import { describe, expect, it } from 'vitest'
import { harmlessConfig, hasRemote, readRepositorySettings } from '../../../../src/domain/git/repository-settings.js'

const printed = (...settings: readonly (readonly [scope: string, file: string, text: string])[]): string =>
  settings.flatMap(([scope, file, text]) => [scope, `file:${file}`, text]).join('\0') + '\0'

/** Each of them names a program, an address or a directory. */
const HARMFUL = [
  'filter.x.clean',
  'filter.x.smudge',
  'filter.x.process',
  'filter.x.required',
  'core.fsmonitor',
  'core.hookspath',
  'core.sshcommand',
  'core.pager',
  'core.editor',
  'core.askpass',
  'core.gitproxy',
  'core.alternaterefscommand',
  'core.worktree',
  'core.bare',
  'diff.external',
  'diff.x.command',
  'diff.x.textconv',
  'gpg.program',
  'gpg.ssh.defaultkeycommand',
  'log.showsignature',
  'credential.helper',
  'alias.status',
  'merge.x.driver',
  'uploadpack.packobjectshook',
  'remote.x.uploadpack',
  'remote.x.vcs',
  'remote.x.promisor',
  'remote.x.partialclonefilter',
  'extensions.partialclone',
  'extensions.worktreeconfig',
  'include.path',
  'includeif.gitdir:/.path',
  'submodule.x.update',
  'trailer.x.cmd',
  'url.x.insteadof',
  'pager.status',
  'trace2.eventtarget',
]

describe('the configuration that a read gets', () => {
  it('has nothing that names a program, another address or another directory', () => {
    const all = HARMFUL.map((key) => ['local', '.git/config', `${key}\nevil`] as const)
    expect(harmlessConfig(readRepositorySettings(printed(...all)), false)).toBe('[core]\n\tbare = false\n')
  })

  it('has the settings of the repository that a read needs, as they were', () => {
    const settings = readRepositorySettings(
      printed(
        ['system', '/etc/gitconfig', 'core.autocrlf\ntrue'],
        ['global', '/home/ada/.gitconfig', 'core.eol\ncrlf'],
        ['local', '.git/config', 'core.filemode\nfalse'],
        ['local', '.git/config', 'extensions.objectformat\nsha256'],
        ['worktree', '/r/.git/config.worktree', 'core.sparsecheckout'],
        ['local', '.git/config', 'branch.a"b\\c.merge\nrefs/heads/x\ny'],
      ),
    )
    expect(settings.files).toEqual(['/etc/gitconfig', '/home/ada/.gitconfig', '.git/config', '/r/.git/config.worktree'])
    expect(harmlessConfig(settings, true)).toBe(
      [
        '[core]\n\tbare = true\n',
        '[core]\n\tfilemode = "false"\n',
        '[extensions]\n\tobjectformat = "sha256"\n',
        '[core]\n\tsparsecheckout\n',
        '[branch "a\\"b\\\\c"]\n\tmerge = "refs/heads/x\\ny"\n',
      ].join(''),
    )
  })

  it('says whether there is a remote', () => {
    const withRemote = readRepositorySettings(printed(['local', '.git/config', 'remote.o\nx.url\nhttps://x']))
    expect(hasRemote(withRemote)).toBe(false)
    expect(hasRemote(readRepositorySettings(printed(['local', '.git/config', 'remote.o.url\nhttps://x'])))).toBe(true)
    expect(hasRemote(readRepositorySettings(printed(['global', '/g', 'remote.o.url\nhttps://x'])))).toBe(false)
  })
})
