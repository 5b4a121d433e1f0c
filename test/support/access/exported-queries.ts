import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'src', 'projections', 'queries')
/** Matches the parameter types of functions that read rows. */
const READS_ROWS = /\b(Reader|Db|SessionContext|PriceBook)\b/

/** An exported function that reads rows. */
export interface ExportedQuery {
  /** Path and function name, such as `sessions.listSessions` or `reports/days.usageByDay`. */
  readonly name: string
  readonly demandsVisibility: boolean
}

type Callable = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.ConstructorDeclaration

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const callablesOf = (statement: ts.Statement): readonly (readonly [name: string, callable: Callable])[] => {
  if (!isExported(statement)) return []
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? '', statement]]
  if (ts.isClassDeclaration(statement)) {
    return statement.members
      .filter(ts.isConstructorDeclaration)
      .map((member) => [statement.name?.text ?? '', member] as const)
  }
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [[name.getText(), initializer] as const]
      : [],
  )
}

/** Returns every exported function of the queries that reads rows. */
export const exportedQueries = (): readonly ExportedQuery[] =>
  (readdirSync(FOLDER, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .flatMap((path) => {
      const text = readFileSync(join(FOLDER, path), 'utf8')
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
      return file.statements.flatMap(callablesOf).flatMap(([name, { parameters }]) => {
        const types = parameters.map(({ type }) => type?.getText() ?? '')
        if (!types.some((type) => READS_ROWS.test(type))) return []
        return [{ name: `${path.replace(/\.ts$/, '')}.${name}`, demandsVisibility: types.includes('Visibility') }]
      })
    })
