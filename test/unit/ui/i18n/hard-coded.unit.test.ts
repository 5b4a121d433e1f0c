import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { saidBy } from '../../../support/ui/said.js'
import { placeOf, type Source, sourcesOfDashboard } from '../../../support/ui/sources.js'

/** Files whose strings are units, markup or tool output, not interface text. */
const NO_WORDS = /^format\/|conversation\/markdown(-text)?\.tsx?$|conversation\/tools\/diff\.ts$/

/** Text that is the same in every language: names of products, languages and tools, commands, sample input. */
const SAME = new Set([
  'Switchyard',
  'Codex',
  'Claude Code',
  'Bash',
  'Edit',
  'Subagent',
  'Main Agent',
  'English',
  'Deutsch',
  'codex resume',
  'switchyard server setup',
  '~/backup/projects',
  'ada@build.example.com',
  '~/.claude',
  '~/.codex',
  'Authorization: Bearer …',
])

const hardCodedIn = (source: Source): readonly string[] =>
  [...saidBy(source)]
    .map((node) => [placeOf(source, node), 'text' in node ? String(node.text).trim() : ''] as const)
    .filter(([, text]) => !SAME.has(text))
    .map(([place, text]) => `${place} ${text}`)

/** Returns the folder to report for a file: `kit`, `pages/now`. */
const folderOf = ({ path }: Source): string =>
  path
    .split('/')
    .slice(0, path.startsWith('pages/') ? 2 : 1)
    .join('/')

const sources = sourcesOfDashboard().filter(({ path }) => !NO_WORDS.test(path))
const folders = [...new Set(sources.map(folderOf))]
const written = (text: string): Source => ({
  path: 'page.tsx',
  tree: ts.createSourceFile('page.tsx', text, ts.ScriptTarget.ESNext, true),
})

describe('hard-coded interface text', () => {
  it('is searched for in the main folders', () =>
    expect(folders).toEqual(expect.arrayContaining(['app', 'kit', 'pages/now', 'pages/session', 'pages/settings'])))

  it.each(folders)('does not occur in %s', (folder) => {
    const here = sources.filter((source) => folderOf(source) === folder)
    expect(here.flatMap(hardCodedIn)).toEqual([])
  })

  it.each([
    ['a text', '<p>Nothing here</p>', 'page.tsx:1 Nothing here'],
    ['an expression', "<p>{open ? 'open' : t('x')}</p>", 'page.tsx:1 open'],
    ['an attribute', '<img alt="picture" />', 'page.tsx:1 picture'],
    ['a template', 'const words = `${n} of ${m} files`', 'page.tsx:1 of'],
    ['a function', "const words = () => 'Asks a question'", 'page.tsx:1 Asks a question'],
  ])('is found in %s', (_, code, found) => expect(hardCodedIn(written(code))).toContain(found))

  it.each([
    ['a class', '<p className={open ? "row open" : "row"} />'],
    ['a key', "t('row.quiet words')"],
    ['a name', '<b>Switchyard</b>'],
    ['a mark', '<b>·</b>'],
  ])('does not include %s', (_, code) => expect(hardCodedIn(written(code))).toEqual([]))
})
