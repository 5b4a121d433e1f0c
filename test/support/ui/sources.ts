import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..', '..', '..', 'ui', 'src')

export interface Source {
  /** Below `ui/src`. */
  readonly path: string
  readonly tree: ts.SourceFile
}

const read = (path: string): Source => ({
  path,
  tree: ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ESNext, true),
})

/** The modules of the dashboard, parsed. */
export const sourcesOfDashboard = (): readonly Source[] =>
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => read(path.replaceAll('\\', '/')))

/** Every node of a tree, in the order of the text. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

/** `path:line` of a node, as an editor takes it. */
export const placeOf = ({ path, tree }: Source, node: ts.Node): string =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
