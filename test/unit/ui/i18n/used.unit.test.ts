import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { NAMESPACES } from '../../../../ui/src/i18n/namespaces.js'
import { groupOf, sentencesOf } from '../../../support/ui/locales.js'
import { nodesOf, sourcesOfDashboard } from '../../../support/ui/sources.js'

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Yields the keys that a file may use: string literals as is, templates as patterns. */
function* namesIn(tree: ts.SourceFile): Generator<string | RegExp> {
  for (const node of nodesOf(tree)) {
    if (ts.isStringLiteralLike(node)) yield node.text
    if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map(({ literal }) => literal.text)
      yield new RegExp(`^${[node.head.text, ...rest].map(escaped).join('.+')}$`)
    }
  }
}

const names = [...new Set(sourcesOfDashboard().flatMap(({ tree }) => [...namesIn(tree)]))]
const texts = new Set(names)
// A template without a dot is not a key: `.+` alone would match every key.
const patterns = names.filter((name): name is RegExp => name instanceof RegExp && name.source.includes('\\.'))

const isNamed = (key: string): boolean => texts.has(key) || patterns.some((pattern) => pattern.test(key))

describe('every translation', () => {
  it.each(NAMESPACES)('is used in the code: %s', (namespace) => {
    const unused = sentencesOf(groupOf('en', namespace))
      .map(([key]) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !isNamed(`${namespace}:${key}`) && !(namespace === 'common' && isNamed(key)))
    expect(unused).toEqual([])
  })
})
