import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { discoveredServers } from '../../../../src/adapters/agent-cli/peer-discovery.js'
import { readSettings } from '../../../../src/adapters/agent-cli/settings-file.js'
import { openPipelineTemplates } from '../../../../src/adapters/files/pipeline-templates.js'
import { keepIndex } from '../../../../src/adapters/git/index-file.js'
import { registrationsIn } from '../../../../src/adapters/git/registrations.js'
import { drainSpool } from '../../../../src/adapters/spool/drain.js'
import { takeNotes } from '../../../../src/adapters/spool/notes.js'
import { stackFiles } from '../../../../src/adapters/stack/files.js'
import { findProfile } from '../../../../src/adapters/stack/profile.js'
import { runFiles } from '../../../../src/adapters/tmux/files.js'

let root: string
const at = (...names: readonly string[]): string => join(root, ...names)
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-fifo-')))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** What a read of never ends: a FIFO that nobody writes to, and a device without an end. */
const ENDLESS: readonly (readonly [string, (path: string) => void])[] = [
  ['a FIFO', (path) => execFileSync('mkfifo', [path])],
  [
    'a link to a FIFO',
    (path) => {
      execFileSync('mkfifo', [`${path}.fifo`])
      symlinkSync(`${path}.fifo`, path)
    },
  ],
  ['a link to a device without an end', (path) => symlinkSync('/dev/zero', path)],
]

describe.each(ENDLESS)('%s holds nothing', (_, make) => {
  const placed = (...names: readonly string[]): string => {
    const path = at(...names)
    mkdirSync(dirname(path), { recursive: true })
    make(path)
    return path
  }

  it('in the place of settings of an agent', () => {
    expect(() => readSettings(placed('settings.json'))).toThrow('not a readable file')
    placed('claude', '.agent-dashboard.json')
    expect(discoveredServers(at('claude'))).toEqual([])
  })

  it('in the place of a spooled hook or a note', async () => {
    placed('spool', '1-a.json')
    placed('spool', '1-a.note')
    expect(await drainSpool(at('spool'), () => Promise.resolve('committed'))).toMatchObject({ committed: 0 })
    await takeNotes(at('spool'), () => Promise.resolve())
  })

  it('in the place of a file of git', () => {
    placed('repository', 'worktrees', 'one', 'gitdir')
    expect(registrationsIn(at('repository'))).toMatchObject([{ worktree: null }])
    placed('repository', 'index')
    expect(keepIndex(at('repository')).content).toBeNull()
    placed('lane', '.git')
    expect(findProfile(at('lane'), null).found).toBeNull()
    mkdirSync(at('own'))
    mkdirSync(at('lane2'))
    writeFileSync(at('lane2', '.git'), `gitdir: ${at('own')}\n`)
    placed('own', 'commondir')
    expect(findProfile(at('lane2'), null).found).toBeNull()
  })

  it('in the place of a file of a stack', async () => {
    placed('lane', '.env')
    const files = stackFiles(at('stack'))
    expect(await Effect.runPromise(files.writeEnv(at('lane'), '.env', { PORT: '1' }))).toBe(false)
    placed('stack', '1', 'run', 'web.pid')
    placed('lane', '.svc', 'profile', 'profile.json')
    expect(await Effect.runPromise(files.pids(1))).toEqual([])
    expect(findProfile(at('lane'), null).found?.profile).toMatchObject({ left: 'profile.json is not a file' })
  })

  it('in the place of the end of a run, or a template', async () => {
    placed('runs', 'run_01JD3N0QYV6R1T9Z4X8C2B7M5K')
    expect(await Effect.runPromise(runFiles(at('runs')).ends)).toEqual([])
    placed('templates', 'one.json')
    const complaints: string[] = []
    const complain = (line: string) => complaints.push(line)
    const templates = await openPipelineTemplates({ folder: at('templates'), onChange: () => undefined, complain })
    await templates.close()
    expect(complaints.join('\n')).toContain('not a file')
  })
})
