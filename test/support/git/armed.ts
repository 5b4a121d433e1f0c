import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryAt, type TestRepository } from './repository.js'

/** A repository in which everything that can name a program names one that leaves a mark. */
export interface ArmedRepository extends TestRepository {
  /** Returns the names of the programs that ran. */
  readonly ran: () => readonly string[]
  /** What no answer may contain: the content of files outside of the repository. */
  readonly secret: string
  readonly outside: string
}

/** Git's settings that name a program or an address. */
const PROGRAMS = [
  'core.fsmonitor',
  'core.pager',
  'core.editor',
  'core.askPass',
  'core.sshCommand',
  'core.gitProxy',
  'core.alternateRefsCommand',
  'pager.diff',
  'pager.log',
  'pager.status',
  'diff.external',
  'diff.evil.textconv',
  'diff.evil.command',
  'filter.evil.clean',
  'filter.evil.smudge',
  'filter.a=b.clean',
  'filter.a=b.process',
  'merge.evil.driver',
  'difftool.evil.cmd',
  'mergetool.evil.cmd',
  'gpg.program',
  'gpg.ssh.program',
  'gpg.ssh.defaultKeyCommand',
  'gpg.x509.program',
  'sequence.editor',
  'interactive.diffFilter',
  'uploadpack.packObjectsHook',
  'trailer.evil.command',
  'trailer.evil.cmd',
  'browser.evil.cmd',
  'man.evil.cmd',
  'tar.evil.command',
  'submodule.sub.update',
  'remote.origin.uploadpack',
  'remote.origin.receivepack',
] as const

const HOOKS = [
  'applypatch-msg',
  'commit-msg',
  'fsmonitor-watchman',
  'post-applypatch',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-rewrite',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'prepare-commit-msg',
  'proc-receive',
  'reference-transaction',
  'sendemail-validate',
]

/** Names that git would read as options or patterns, or a shell as commands. */
export const ODD_NAMES = [
  '--output=marks',
  '-rf',
  '--upload-pack=touch',
  ':(top)a.txt',
  '*',
  '$(touch made)',
  'a\tb"\\',
  '\u00fc\u001b[31m',
] as const

/** Arms a repository below a folder, and a submodule in it. Some of its files are changed, so that git has a reason to run things. */
export const armedRepository = (folder: string): ArmedRepository => {
  const marks = join(folder, 'marks')
  const outside = join(folder, 'outside')
  const secret = 'hush-4711'
  mkdirSync(marks)
  mkdirSync(outside)
  const program = (name: string): string => {
    const file = name.replaceAll(/[^\w.-]/g, '-')
    const path = join(folder, `${file}.sh`)
    writeFileSync(path, `#!/bin/sh\ntouch '${join(marks, file)}'\ncat\n`, { mode: 0o755 })
    return path
  }
  const arm = ({ path, git }: TestRepository): void => {
    for (const key of PROGRAMS) git('config', key, key.startsWith('submodule.') ? `!${program(key)}` : program(key))
    for (const name of ['status', 'diff', 'log', 'evil']) git('config', `alias.${name}`, `!${program('alias')}`)
    git('config', 'credential.helper', `!${program('credential')}`)
    git('config', 'log.showSignature', 'true')
    git('config', 'diff.submodule', 'diff')
    git('config', 'status.submoduleSummary', 'true')
    git('config', 'remote.origin.url', `ext::${program('remote')}`)
    git('config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*')
    git('config', 'remote.origin.promisor', 'true')
    git('config', 'remote.origin.partialclonefilter', 'blob:none')
    git('config', 'remote.other.url', 'file::/nonexistent')
    git('config', 'remote.other.vcs', 'evil')
    git('config', 'branch.main.remote', 'origin')
    git('config', 'branch.main.merge', 'refs/heads/main')
    git('config', `url.ext::${program('instead')}.insteadOf`, 'https://')
    writeFileSync(
      join(folder, 'included'),
      `[filter "included"]\n\tclean = ${program('included')}\n\trequired = true\n`,
    )
    git('config', 'include.path', join(folder, 'included'))
    const common = join(path, git('rev-parse', '--git-common-dir'))
    const hooks = join(common, 'hooks')
    mkdirSync(hooks, { recursive: true })
    for (const hook of HOOKS) {
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch '${join(marks, `hook-${hook}`)}'\n`)
      chmodSync(join(hooks, hook), 0o755)
    }
    mkdirSync(join(common, 'info'), { recursive: true })
    writeFileSync(join(common, 'info', 'attributes'), '* diff=evil filter=evil merge=evil\n')
  }
  writeFileSync(join(outside, 'secret.txt'), `${secret}\n`)
  writeFileSync(join(outside, 'settings.local.json'), `${secret}\n`)
  const inner = repositoryAt(join(folder, 'inner'), { 'inner.txt': 'one\n' })
  const repository = repositoryAt(join(folder, 'shop'), {
    'a.txt': 'one\ntwo\n',
    'b.txt': 'three\n',
    'logo.svg': '<svg/>',
    'lib/c.txt': 'four\n',
    'old.txt': Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join(''),
    '.gitattributes': 'b.txt filter=a=b diff=evil\nlib/* filter=included\n',
    ...Object.fromEntries(ODD_NAMES.map((name) => [name, 'odd\n'])),
  })
  const { path, git, write } = repository
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub')
  symlinkSync(join(outside, 'secret.txt'), join(path, 'out.txt'))
  symlinkSync(outside, join(path, 'out'))
  symlinkSync(join(outside, 'secret.txt'), join(path, 'out.png'))
  git('add', '--all')
  git('commit', '--quiet', '-m', 'links and a submodule')
  git('branch', 'base', 'HEAD~')
  git('mv', 'old.txt', 'new name.txt')
  const other = repositoryAt(join(folder, 'alternate'), { 'x.txt': 'x' })
  writeFileSync(
    join(path, '.git', 'objects', 'info', 'alternates'),
    `${join(other.path, '.git', 'objects')}\n/nonexistent\n`,
  )
  for (const name of ['a.txt', 'b.txt', 'lib/c.txt', 'untracked.txt', ...ODD_NAMES]) write(name, 'changed\n')
  write('sub/inner.txt', 'changed\n')
  write('sub/new.txt', 'new\n')
  write(
    '.gitmodules',
    `[submodule "sub"]\n\tpath = sub\n\turl = ext::${program('submodule-url')}\n\tupdate = !${program('update')}\n`,
  )
  arm({ ...repository, path: join(path, 'sub'), git: (...args) => git('-C', 'sub', ...args) })
  arm(repository)
  return { ...repository, ran: () => readdirSync(marks), secret, outside }
}
