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

/** Money spent; a dash where nothing is known, since that is not zero. */
export function Cost({ value }: { value: number | null }) {
  return value === null ? <span className="faint">–</span> : <span className="num">{usd(value)}</span>
}
