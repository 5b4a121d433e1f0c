import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { watchTranscripts } from '../../../../../src/adapters/transcripts/watch/watch.js'
import type { FileStamp } from '../../../../../src/commands/ports/cursors.js'
import type { TranscriptFile } from '../../../../../src/commands/ports/transcripts.js'
import { until } from '../../../../support/agents/until.js'
import { mortal } from '../../../../support/threads/mortal.js'

const MORTAL = mortal('watch-worker', 'lstatSync')

const open: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of open) await close()
})

const stampOf = (path: string): FileStamp => {
  const { size, mtimeMs, ino: inode } = statSync(path)
  return { size, mtimeMs, inode, offset: size, session: 'any' }
}

/** A home with one project. */
const newHome = () => {
  const home = mkdtempSync(join(tmpdir(), 'switchyard-watch-'))
  const project = join(home, 'projects', '-p')
  mkdirSync(project, { recursive: true })
  const put = (name: string = randomUUID()): string => {
    const path = join(project, `${name}.jsonl`)
    writeFileSync(path, '{}\n')
    return path
  }
  return { home, project, put }
}

/** Watches a home. `told` has the last reported size of each file, `times` its number of reports. */
const watched = (home: string, { known = [], program }: { known?: readonly string[]; program?: URL } = {}) => {
  const told = new Map<string, number>()
  const times = new Map<string, number>()
  const ended: string[] = []
  const watch = watchTranscripts(
    {
      roots: { claude: home, codex: null },
      known: async () => new Map(known.map((path) => [path, stampOf(path)])),
      isKnown: () => false,
      onChanged: ({ path, size }: TranscriptFile) => {
        told.set(path, size)
        times.set(path, (times.get(path) ?? 0) + 1)
      },
      onDegraded: () => undefined,
      complain: (line) => ended.push(line),
    },
    program,
  )
  open.push(async () => {
    await watch.close()
    rmSync(home, { recursive: true, force: true })
  })
  return { watch, told, times, ended, tells: (path: string) => until(`word of ${path}`, () => told.has(path)) }
}

// Concurrent, because each test mostly waits for the thread.
describe.concurrent('watching the transcripts', () => {
  it('reports unread files, new files and files that grow', async ({ expect }) => {
    const { home, put } = newHome()
    const unread = put()
    const { told, tells } = watched(home)
    await tells(unread)
    const later = put()
    await tells(later)
    for (const path of [unread, later]) {
      appendFileSync(path, '{"more":1}\n')
      await until('its new size', () => told.get(path) === stampOf(path).size)
    }
    expect(told.size).toBe(2)
  })

  it('ignores files that were read before, other files and symlinks', async ({ expect }) => {
    const { home, project, put } = newHome()
    const [known, unread] = [put(), put()]
    writeFileSync(join(project, 'note.txt'), 'x')
    symlinkSync(unread, join(project, `${randomUUID()}.jsonl`))
    const { told, tells } = watched(home, { known: [known] })
    await tells(unread)
    const later = put()
    await tells(later)
    expect([...told.keys()].toSorted()).toEqual([unread, later].toSorted())
  })

  it('follows links to project folders, also to one that is made later, and reports files under the link', async ({
    expect,
  }) => {
    const { home } = newHome()
    const elsewhere = mkdtempSync(join(tmpdir(), 'switchyard-linked-'))
    open.push(async () => rmSync(elsewhere, { recursive: true, force: true }))
    const link = (name: string): ((file: string) => string) => {
      mkdirSync(join(elsewhere, name))
      symlinkSync(join(elsewhere, name), join(home, 'projects', name))
      return (file) => join(home, 'projects', name, `${file}.jsonl`)
    }
    const [a, early] = [link('-a'), randomUUID()]
    writeFileSync(join(elsewhere, '-a', `${early}.jsonl`), '{}\n')
    const { told, tells } = watched(home)
    await tells(a(early))
    appendFileSync(a(early), '{"more":1}\n')
    await until('its new size', () => told.get(a(early)) === stampOf(a(early)).size)
    const [b, late] = [link('-b'), randomUUID()]
    writeFileSync(b(late), '{}\n')
    await tells(b(late))
    expect([...told.keys()].toSorted()).toEqual([a(early), b(late)].toSorted())
  })

  it('reports a file again when it could not be read, and no other file', async ({ expect }) => {
    const { home, put } = newHome()
    const [bad, good] = [put(), put()]
    const { watch, times, tells } = watched(home)
    await tells(bad)
    await tells(good)
    watch.missed(bad)
    await until('the second word', () => times.get(bad) === 2)
    expect(times.get(good)).toBe(1)
  })

  it('continues when its thread crashes', async ({ expect }) => {
    const { home, put } = newHome()
    const { ended, tells } = watched(home, { program: MORTAL })
    await tells(put())
    const deadly = put('deadly')
    await until('the end of the thread', () => ended.length > 0)
    rmSync(deadly)
    await tells(put())
    expect(ended).toHaveLength(1)
  })
})
