import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { NAMESPACES } from '../../../../ui/src/i18n/namespaces.js'
import { nodesOf, type Source, sourcesOfDashboard } from '../../../support/ui/sources.js'

/** These namespaces load with the app frame. */
const EVERYWHERE = ['common', 'now']
/** These namespaces are shared by some pages, whose routes load them. */
const SHARED: Readonly<Record<string, readonly string[]>> = { calls: ['session', 'activity'], lanes: ['race'] }
/** These namespaces are of no page of their own. */
const WITHOUT_PAGE = ['calls']
/** These namespaces load with a part of the frame or of a page, when it opens. */
const PARTS: Readonly<Record<string, string>> = {
  palette: 'app/palette',
  help: 'app/help',
  inbox: 'pages/now/inbox',
  review: 'pages/lane/review',
  vanished: 'pages/lane/vanished',
  train: 'pages/lane/train',
  stack: 'pages/lane/stack',
  proof: 'pages/lane/proof',
  pipeline: 'pages/lane/pipeline',
  laneSettings: 'pages/lane/settings',
  archive: 'pages/lane/archive',
}
const PAGES = NAMESPACES.filter((namespace) => !EVERYWHERE.includes(namespace) && !WITHOUT_PAGE.includes(namespace))
const isLoaded = (namespace: string, page: string): boolean =>
  namespace === page ||
  EVERYWHERE.includes(namespace) ||
  SHARED[namespace]?.includes(page) === true ||
  // A part of the page of a lane opens where the texts of that page are loaded.
  (namespace === 'lanes' && PARTS[page]?.startsWith('pages/lane/') === true)

const modules = new Map(sourcesOfDashboard().map((source) => [source.path, source]))

/** Returns the dashboard modules that a module imports directly. */
const importedBy = ({ path, tree }: Source): readonly Source[] =>
  tree.statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .map(({ moduleSpecifier: from }) => (from !== undefined && ts.isStringLiteral(from) ? from.text : ''))
    .map((from) => posix.join(posix.dirname(path), from).replace(/\.js$/, ''))
    .flatMap((base) => [modules.get(`${base}.ts`), modules.get(`${base}.tsx`)])
    .filter((source) => source !== undefined)

const withImports = (entries: readonly Source[]): ReadonlySet<Source> => {
  const reached = new Set(entries)
  // Iterating over a set also visits elements added during the iteration.
  for (const source of reached) for (const imported of importedBy(source)) reached.add(imported)
  return reached
}

/** Returns `insights` for the key in `t('insights:title')`. */
const namespaceOf = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) ? /^(\w+):\w/.exec(node.text)?.[1] : undefined

const namespacesIn = ({ tree }: Source): readonly string[] => {
  const named = new Set([...nodesOf(tree)].map(namespaceOf))
  return NAMESPACES.filter((namespace) => named.has(namespace))
}

describe('the translations used by a page', () => {
  it.each(PAGES)('are in its own namespace or a shared one: %s', (page) => {
    const entries = [...modules.values()].filter(({ path }) => path.startsWith(`${PARTS[page] ?? `pages/${page}`}/`))
    const said = [...withImports(entries)].flatMap((source) =>
      namespacesIn(source).map((namespace) => [namespace, source.path] as const),
    )
    expect(said.map(([namespace]) => namespace)).toContain(page)
    expect(said.filter(([namespace]) => !isLoaded(namespace, page))).toEqual([])
  })

  it.each(Object.entries(SHARED))('are loaded by the routes of the pages that share them: %s', (namespace, pages) => {
    const router = modules.get('app/router.tsx')?.tree.text.replace(/\s+/g, '') ?? ''
    for (const page of pages) expect(router).toContain(`withWords('${page}',withWords('${namespace}',`)
  })
})
