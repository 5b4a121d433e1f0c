import ts from 'typescript'
import { nodesOf, type Source } from './sources.js'

/** Attributes of components and of HTML that contain user-visible or accessible text. */
const READ =
  /^(title|alt|placeholder|label|legend|words|hint|says|action|heading|aria-(label|valuetext|description|roledescription))$/

/** Attributes that may contain spaces but no user-visible text. */
const OF_CODE = /^(className|d|viewBox|transform|style|key|rel|accept|fill|i18nKey)$/

/** Identifiers such as `switchyard.place`, `headline.question`, `DASHBOARD_TOKEN`. */
const NAME = /^[\w-]+([.:_][\w-]+)+$/

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAME.test(text.trim())

/** Matches text such as `Nothing found` or ` of them`. Code strings have no spaces, capitals or full stops. */
const looksSaid = (text: string): boolean =>
  /^\s*\p{Lu}\p{Ll}+([ ,.:…]|$)/u.test(text) ||
  /\p{L}[,;:]? \p{L}{2}/u.test(text) ||
  /^ \p{L}{2}|\p{L}{2} $/u.test(text)

const textOf = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    ? node.text
    : undefined

const nameOf = (node: ts.JsxAttribute): string => node.name.getText()

/** Matches `event.key === 'Enter'` and `this.name = 'Failure'`: compared strings and error names are not shown. */
const isOfNames = ({ left, operatorToken }: ts.BinaryExpression): boolean =>
  /^[!=]==$/.test(operatorToken.getText()) || (operatorToken.getText() === '=' && left.getText() === 'this.name')

/** Returns whether a string belongs to code: an import, a type, a key, a class name. */
function isOfCode(node: ts.Node): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isCaseClause(at.parent) && at.parent.expression === at) return true
    if (ts.isImportDeclaration(at) || ts.isExportDeclaration(at) || ts.isTypeNode(at)) return true
    if (ts.isJsxAttribute(at)) return OF_CODE.test(nameOf(at))
    if (
      ts.isCallExpression(at) &&
      /(^|\.)(t|closest|matchMedia|querySelector(All)?)(<.*>)?$/.test(at.expression.getText())
    )
      return at.expression !== node
    if (ts.isBinaryExpression(at) && isOfNames(at)) return true
    if (ts.isPropertyAssignment(at) && at.name.getText() === 'key') return true
    if (ts.isJsxExpression(at) && ts.isJsxElement(at.parent)) return false
  }
  return false
}

/** Returns whether an element or attribute shows a string, also as a branch of an expression. */
function isShown(node: ts.Node): boolean {
  let at = node.parent
  const chooses = (parent: ts.Node): boolean =>
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    (ts.isBinaryExpression(parent) && /^(&&|\|\||\?\?)$/.test(parent.operatorToken.getText()))
  while (chooses(at)) at = at.parent
  if (ts.isJsxAttribute(at)) return READ.test(nameOf(at))
  return ts.isJsxExpression(at) && (ts.isJsxAttribute(at.parent) ? READ.test(nameOf(at.parent)) : true)
}

/** Yields the hard-coded user-visible texts of a module, which should be translation keys. */
export function* saidBy({ tree }: Source): Generator<ts.Node> {
  for (const node of nodesOf(tree)) {
    if (ts.isJsxText(node)) {
      if (hasWords(node.text)) yield node
      continue
    }
    const text = textOf(node)
    if (text === undefined || !hasWords(text) || isOfCode(node)) continue
    if (isShown(node) || looksSaid(text)) yield node
  }
}
