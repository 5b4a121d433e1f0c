import type { Random } from '../../../src/cli/demo/random.js'

const words = [
  'const',
  'return',
  'import',
  'from',
  'session',
  'export',
  'function',
  'the',
  'of',
  'a',
  'error:',
  'expected',
  'value',
  '=>',
  '{',
  '}',
  '===',
  '"quoted"',
  "'single'",
  '\\n',
  'src/domain/session.ts:42',
  'réponse',
  '✓',
  'null',
  'await',
  'readonly',
  'string',
  'number',
  'test',
  'passed',
  'failed',
  '//',
  'why',
  'since',
  '12.5',
  '0x1f',
  '<div>',
  'path',
] as const satisfies readonly string[]

/** Returns text like that of tools and models: words, quotes, newlines, some non-ASCII characters. */
export type TextSource = (length: number) => string

/** Slices texts from one long text, because generating each would cost more than the rest of a history. */
export const textSource = (random: Random): TextSource => {
  let pool = ''
  while (pool.length < 1_000_000) pool += `${random.pick(words)}${random.chance(0.12) ? '\n  ' : ' '}`
  return (length) => {
    let text = ''
    while (text.length < length) {
      const start = random.int(0, pool.length - 1)
      text += pool.slice(start, start + length - text.length)
    }
    return text
  }
}
