import { AST, type ParseResult } from './schema.js'

/** Characters. */
const LONGEST_PROBLEM = 300
const LONGEST_PATH = 100

/** What is wrong with a value: the path of the first invalid member, empty for the value itself, and what is expected there. */
export interface Problem {
  readonly path: string
  readonly message: string
}

type Issue = ParseResult.ParseIssue

/** Returns what is wrong with a value that a schema refused, from the expected type and the path. The value is never repeated. */
export const problemOf = (error: ParseResult.ParseError): Problem => {
  const { path, message } = first(error.issue, [])
  const shown = cut(path.map(String).join('.'), LONGEST_PATH)
  return { path: shown, message: cut(message, LONGEST_PROBLEM - LONGEST_PATH - 2) }
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`

interface Place {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** Descends to the first issue that has a message of its own, or to the first leaf. */
const first = (issue: Issue, path: readonly PropertyKey[]): Place => {
  const own = ownMessage(issue)
  if (own !== null) return { path, message: own }
  switch (issue._tag) {
    case 'Pointer':
      return first(issue.issue, [...path, ...listed<PropertyKey>(issue.path)])
    case 'Refinement':
    case 'Transformation':
      return first(issue.issue, path)
    case 'Composite':
      return first(listed<Issue>(issue.issues)[0] as Issue, path)
    case 'Missing':
      return { path, message: 'is missing' }
    case 'Unexpected':
      return { path, message: 'is unexpected' }
    case 'Type':
    case 'Forbidden':
      return { path, message: issue.message ?? `expected ${String(issue.ast)}` }
  }
}

const listed = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? (one as readonly T[]) : [one as T])

/** Returns the message of the schema itself. The messages of its parts come first, unless it overrides them. */
const ownMessage = (issue: Issue): string | null => {
  const annotation = 'ast' in issue ? AST.getMessageAnnotation(issue.ast) : undefined
  if (annotation === undefined || annotation._tag === 'None') return null
  const given = annotation.value(issue)
  if (typeof given !== 'string' && !('override' in given)) return null
  const { message, override } = typeof given === 'string' ? { message: given, override: false } : given
  return typeof message !== 'string' || (!override && isAboutPart(issue)) ? null : message
}

const isAboutPart = (issue: Issue): boolean =>
  issue._tag === 'Composite' ||
  (issue._tag === 'Refinement' && issue.kind === 'From') ||
  (issue._tag === 'Transformation' && issue.kind !== 'Transformation')
