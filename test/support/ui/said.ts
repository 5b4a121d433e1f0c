import ts from 'typescript'
import { nodesOf, type Source } from './sources.js'

/** Attributes of our components and of HTML that a person reads or hears. */
const READ =
  /^(title|alt|placeholder|label|legend|words|hint|says|action|heading|aria-(label|valuetext|description|roledescription))$/

/** Attributes with spaces in them that nobody reads. */
const OF_CODE = /^(className|d|viewBox|transform|style|key|rel|accept|fill|i18nKey)$/

/** `switchyard.place`, `headline.question`, `DASHBOARD_TOKEN`: names of things in code. */
const NAME = /^[\w-]+([.:_][\w-]+)+$/

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAME.test(text.trim())

/** `Nothing found`, ` of them`: words of code hold no space, are not capitalised and end in no full stop. */
const looksSaid = (text: string): boolean =>
  /^\s*\p{Lu}\p{Ll}+([ ,.:…]|$)/u.test(text) ||
  /\p{L}[,;:]? \p{L}{2}/u.test(text) ||
  /^ \p{L}{2}|\p{L}{2} $/u.test(text)

const textOf = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    ? node.text
    : undefined

const nameOf = (node: ts.JsxAttribute): string => node.name.getText()

/** `event.key === 'Enter'`, `this.name = 'Failure'`: what is compared, and the name of an error, is not shown. */
const isOfNames = ({ left, operatorToken }: ts.BinaryExpression): boolean =>
  /^[!=]==$/.test(operatorToken.getText()) || (operatorToken.getText() === '=' && left.getText() === 'this.name')

/** Whether a text belongs to the code around it: an import, a type, a key, a name of a class. */
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

/** Whether a text, or one of several that it stands among, is what an element shows or an attribute tells. */
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

/** Texts that a module shows or reads aloud itself, rather than by a key. */
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
