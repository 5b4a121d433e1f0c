import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Token } from '../../../kit/syntax/token.js'
import { languageOf } from '../../../kit/syntax/language.js'
import type { Line } from './segments.js'

type Tokens = ReadonlyMap<Line, readonly Token[]>
type Hunks = readonly { readonly lines: readonly Line[] }[]

const NONE: Tokens = new Map()
const Coloured = createContext<Tokens>(NONE)

/** Characters of the shown lines of a file, and of one line, that are coloured: larger ones are generated, and would block the page. */
const MOST = 300_000
const MOST_IN_LINE = 5000

interface SyntaxProps {
  readonly path: string
  readonly hunks: Hunks
  readonly children: ReactNode
}

/** Colours the lines of a diff below it, when the highlighter has loaded. */
export function Syntax({ path, hunks, children }: SyntaxProps) {
  const language = languageOf(path)
  const { data } = useQuery({
    queryKey: ['highlighter'],
    queryFn: () => import('../../../kit/syntax/highlight.js'),
    enabled: language !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  const tokens = useMemo(
    () =>
      data === undefined || language === undefined ? NONE : tokensIn(hunks, (text) => data.tokensOf(language, text)),
    [data, language, hunks],
  )
  return <Coloured value={tokens}>{children}</Coloured>
}

/** Returns the parts of a line of the diff; undefined if it is not coloured. */
export const useTokens = (line: Line): readonly Token[] | undefined => useContext(Coloured).get(line)

/** Each hunk is read twice, with the old and with the new lines. */
function tokensIn(hunks: Hunks, highlight: (text: string) => readonly (readonly Token[])[]): Tokens {
  const all = hunks.flatMap(({ lines }) => lines)
  const size = all.reduce((sum, { text }) => sum + text.length, 0)
  if (size > MOST || all.some(({ text }) => text.length > MOST_IN_LINE)) return NONE
  const tokens = new Map<Line, readonly Token[]>()
  for (const { lines } of hunks) {
    for (const other of ['added', 'removed'] as const) {
      const side = lines.filter(({ type }) => type !== other)
      const parts = highlight(side.map(({ text }) => text).join('\n'))
      for (const [at, line] of side.entries()) tokens.set(line, parts[at] ?? [])
    }
  }
  return tokens
}
