import { common, createLowlight } from 'lowlight'
import type { SyntaxKind, Token } from './token.js'

type Nodes = ReturnType<typeof lowlight.highlight>['children']

const lowlight = createLowlight(common)

const KINDS: Readonly<Record<string, SyntaxKind>> = {
  'hljs-keyword': 'key',
  'hljs-literal': 'key',
  'hljs-name': 'key',
  'hljs-selector-tag': 'key',
  'hljs-string': 'str',
  'hljs-regexp': 'str',
  'hljs-number': 'str',
  'hljs-symbol': 'str',
  'hljs-title': 'fn',
  'hljs-attr': 'fn',
  'hljs-attribute': 'fn',
  'hljs-section': 'fn',
  'hljs-selector-class': 'fn',
  'hljs-selector-id': 'fn',
  'hljs-comment': 'cm',
  'hljs-quote': 'cm',
}

/** Returns the parts of each line of a text. */
export function tokensOf(language: string, text: string): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]]
  const add = (nodes: Nodes, kind: SyntaxKind | undefined): void => {
    for (const node of nodes) {
      if (node.type === 'text') {
        for (const [at, part] of node.value.split('\n').entries()) {
          if (at > 0) lines.push([])
          if (part !== '') lines.at(-1)?.push({ text: part, kind })
        }
      } else if (node.type === 'element') {
        const names = node.properties['className']
        const own = Array.isArray(names)
          ? names.map((name) => KINDS[String(name)]).find((one) => one !== undefined)
          : undefined
        add(node.children, own ?? kind)
      }
    }
  }
  add(lowlight.highlight(language, text).children, undefined)
  return lines
}
