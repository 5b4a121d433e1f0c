import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..', '..', '..', 'ui', 'src')

export interface Source {
  /** Relative to `ui/src`. */
  readonly path: string
  readonly tree: ts.SourceFile
}

const read = (path: string): Source => ({
  path,
  tree: ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ESNext, true),
})

/** Returns the parsed modules of the dashboard. */
export const sourcesOfDashboard = (): readonly Source[] =>
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => read(path.replaceAll('\\', '/')))

/** Yields every node of a tree in source order. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

/** Returns the location of a node as `path:line`. */
export const placeOf = ({ path, tree }: Source, node: ts.Node): string =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
