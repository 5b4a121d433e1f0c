import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CostResult } from '../../../api/types.js'
import { modelName, usd } from '../../../format/format.js'
import { Tokens } from '../../../kit/amount.js'
import { type Column, Figure } from '../../../figures/figure.js'
import { type Say, useWords } from '../../../i18n/use-words.js'
import chips from '../../../kit/chip.module.css'
import { classes } from '../../../kit/classes.js'
import { Tooltip } from '../../../kit/tooltip.js'
import styles from './cost.module.css'
import { termsOf } from './terms.js'

type Line = CostResult['breakdown'][number]

const tokens = (
  title: string,
  value: (line: Line) => number,
  { atLeast = false, isSpare = false } = {},
): Column<Line> => ({
  title,
  isNumber: true,
  isSpare,
  value,
  show: (line) => <Tokens value={value(line)} atLeast={atLeast} />,
})

const columns = (t: Say): readonly Column<Line>[] => [
  {
    title: t('cost.model'),
    value: (line) => line.model,
    show: (line) => (
      <>
        <span title={line.model}>{modelName(line.model)}</span>
        {termsOf(line).map((term) => (
          <span key={term} className={classes(chips['soft'], styles['term'])} data-chip>
            {term}
          </span>
        ))}
        {line.context_size === 'long' && (
          <span className={classes(chips['soft'], styles['term'])} data-chip>
            {t('cost.long')}
          </span>
        )}
        {line.assumed && (
          <Tooltip content={t('cost.assumedSays')} opensOnTap>
            <button type="button" className={classes(chips['soft'], styles['term'])} data-chip>
              {t('cost.assumed')}
            </button>
          </Tooltip>
        )}
      </>
    ),
  },
  tokens(t('cost.input'), (line) => line.input_tokens, { isSpare: true }),
  { ...tokens(t('cost.output'), (line) => line.output_tokens, { atLeast: true }), info: t('cost.bound') },
  tokens(t('cost.cacheRead'), (line) => line.cache_read_tokens, { isSpare: true }),
  tokens(t('cost.cacheWrite'), (line) => line.cache_write_tokens, { isSpare: true }),
  {
    title: t('cost.pricedBy'),
    isSpare: true,
    value: (line) => line.matched_rule,
    show: ({ matched_rule: rule }) =>
      rule === null ? (
        <span className={styles['unpriced']}>
          <TriangleAlert size={13} aria-hidden />
          {t('cost.noRule')}
        </span>
      ) : (
        <span className="mono">{rule}</span>
      ),
  },
  { title: t('cost.cost'), isNumber: true, isRank: true, value: (line) => line.cost, show: (line) => usd(line.cost) },
]

/** The usage and cost of each model, the most expensive first. A model that is billed at several terms has several rows. */
export function ModelFigure({ cost, name, says }: { cost: CostResult; name: string; says?: ReactNode }) {
  const t = useWords()
  const rows = cost.breakdown.toSorted((a, b) => b.cost - a.cost)
  return <Figure title={t('cost.byModel')} says={says} name={name} columns={columns(t)} rows={rows} />
}
