import { Link } from '@tanstack/react-router'
import type { Column } from '../../../figures/figure.js'
import { modelColours } from '../../../figures/palette.js'
import { Panel } from '../../../figures/panel.js'
import { exactCount, modelName, share, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Tokens } from '../../../kit/amount.js'
import styles from '../page.module.css'
import type { TabAnswer } from '../answers.js'
import { useInsights } from '../use-insights.js'

type Cost = TabAnswer<'cost'>
type Row = Cost['totals'] & { readonly model: string | null; readonly has_price: boolean }

/** Which models the tokens and the money went to. */
export function ModelsFigure({ data }: { data: Cost }) {
  const t = useWords()
  const { range, change } = useInsights()
  const { totals, models, days } = data
  const colours = modelColours(models.map(({ model }) => model))
  const columns: readonly Column<Row>[] = [
    {
      title: t('insights:column.model'),
      value: ({ model }) => model ?? t('insights:column.total'),
      show: ({ model }) =>
        model === null ? (
          t('insights:column.total')
        ) : (
          <>
            <i className={styles['swatch']} style={{ background: colours.get(model) }} aria-hidden />
            <button type="button" className={styles['name']} title={model} onClick={() => change({ model: [model] })}>
              {modelName(model)}
            </button>
          </>
        ),
    },
    {
      title: t('insights:column.sessions'),
      isNumber: true,
      value: ({ sessions }) => sessions,
      show: ({ sessions }) => exactCount(sessions),
    },
    {
      title: t('insights:column.tokens'),
      isNumber: true,
      isSpare: true,
      value: ({ total_tokens }) => total_tokens,
      show: ({ total_tokens, output_tokens }) => <Tokens value={total_tokens} atLeast={output_tokens > 0} />,
    },
    {
      title: t('insights:column.cacheHit'),
      isNumber: true,
      isSpare: true,
      order: ({ input_tokens, cache_read_tokens, cache_write_tokens }) =>
        cache_read_tokens / Math.max(1, input_tokens + cache_read_tokens + cache_write_tokens),
      value: ({ input_tokens, cache_read_tokens, cache_write_tokens }) =>
        share(cache_read_tokens, input_tokens + cache_read_tokens + cache_write_tokens),
    },
    {
      title: t('insights:column.share'),
      isNumber: true,
      order: ({ cost, has_price }) => (has_price ? cost : null),
      value: ({ cost, model }) => (model === null ? '' : share(cost, totals.cost)),
      show: ({ cost, model, has_price }) =>
        model === null || !has_price ? '' : <span className={styles['low']}>{share(cost, totals.cost)}</span>,
    },
    {
      title: t('insights:column.cost'),
      isNumber: true,
      isRank: true,
      value: ({ cost, has_price }) => (has_price ? cost : null),
      show: ({ cost, has_price }) =>
        has_price ? (
          usd(cost)
        ) : (
          <Link to="/settings/pricing" className={styles['name']}>
            {t('insights:cost.addPrice')}
          </Link>
        ),
    },
  ]
  return (
    <Panel
      title={t('insights:cost.byModel')}
      info={totals.output_tokens > 0 ? t('cost.bound') : undefined}
      name={`models-${range.first ?? days[0]?.date ?? range.last}-${range.last}`}
      columns={columns}
      rows={models}
      total={models.length > 1 ? { ...totals, model: null, has_price: true } : undefined}
      empty={t('insights:noUsage')}
    />
  )
}
