import type { Stats } from '../api/types.js'
import { count, exactCount, usd } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'

/** A number of tokens: short, with the exact value in the tooltip. */
export function Tokens({ value, atLeast = false }: { value: number; atLeast?: boolean }) {
  const t = useWords()
  return (
    <span className="num" title={t(atLeast ? 'tokens.atLeast' : 'tokens.exact', { tokens: exactCount(value) })}>
      {atLeast && value > 0 ? `≥ ${count(value)}` : count(value)}
    </span>
  )
}

/** All tokens of a session, with the counts by kind in the tooltip. Output tokens are a lower bound. */
export function AllTokens({ of }: { of: Stats['tokens'] }) {
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = of
  return (
    <Tokens value={input_tokens + output_tokens + cache_read_tokens + cache_write_tokens} atLeast={output_tokens > 0} />
  )
}

/** A cost; a dash if it is unknown, which is not zero. */
export function Cost({ value }: { value: number | null }) {
  return value === null ? <span className="faint">–</span> : <span className="num">{usd(value)}</span>
}
