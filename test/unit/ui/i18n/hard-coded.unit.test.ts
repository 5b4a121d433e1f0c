import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { saidBy } from '../../../support/ui/said.js'
import { placeOf, type Source, sourcesOfDashboard } from '../../../support/ui/sources.js'

/** They write units or markup, or read what tools wrote: their texts are no words. */
const NO_WORDS = /^format\/|conversation\/markdown(-text)?\.tsx?$|conversation\/tools\/diff\.ts$/

/** What is the same in every language: names of products, languages and tools, commands, examples of what to type. */
const SAME = new Set([
  'Switchyard',
  'Codex',
  'Claude Code',
  'Bash',
  'Subagent',
  'Main Agent',
  'English',
  'Deutsch',
  'codex resume',
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

/** `kit`, `pages/now`: enough to see where something was written. */
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

describe('what the dashboard says', () => {
  it('was looked at: a walk that sees no page would find nothing', () =>
    expect(folders).toEqual(expect.arrayContaining(['app', 'kit', 'pages/now', 'pages/session', 'pages/settings'])))

  it.each(folders)('is nowhere written into the code of %s', (folder) => {
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
  ])('is not mistaken for %s', (_, code) => expect(hardCodedIn(written(code))).toEqual([]))
})
