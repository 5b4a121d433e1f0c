import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Panel } from '../../../figures/panel.js'
import { Sparkline } from '../../../figures/sparkline.js'
import { exactCount, share } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import { Moment } from '../../../kit/time.js'
import { bucketsOf, summed } from '../buckets.js'
import { Headline, usePrevious } from '../headline.js'
import page from '../page.module.css'
import { projectName } from '../project-name.js'
import type { TabAnswer } from '../answers.js'
import { errorsQuery } from '../queries.js'
import { TabFrame } from '../tab-frame.js'
import { trendOf } from '../trend.js'
import { useInsights } from '../use-insights.js'
import styles from './tab.module.css'

/** What went wrong in the period, by kind, with the newest errors of a kind. */
export function ErrorsTab() {
  const t = useWords()
  const { search, range } = useInsights()
  const previous = usePrevious(search, range)
  const query = useQuery(errorsQuery(search, range))
  return (
    <TabFrame query={query}>
      {(data) => {
        const { totals, previous: before } = data
        const values = {
          with: exactCount(totals.sessions_with_errors),
          share: share(totals.sessions_with_errors, totals.sessions),
        }
        const shareOf = (of: typeof totals) => ({ part: of.sessions_with_errors, whole: of.sessions })
        const chosen = data.kinds.find(({ kind }) => kind === search.kind) ?? data.kinds[0]
        return (
          <>
            <Headline
              trend={before === null ? undefined : trendOf(shareOf(totals), shareOf(before))}
              delta={
                totals.sessions === 0 ? (
                  ''
                ) : before === null || previous === undefined || before.sessions === 0 ? (
                  <Trans
                    i18nKey="insights:errors.share"
                    count={totals.sessions}
                    values={values}
                    components={{ b: <b /> }}
                  />
                ) : (
                  <Trans
                    i18nKey="insights:errors.shareBefore"
                    count={totals.sessions}
                    values={{ ...values, before: share(before.sessions_with_errors, before.sessions), previous }}
                    components={{ b: <b /> }}
                  />
                )
              }
            >
              {t('insights:errors.total', { count: totals.errors })}
            </Headline>
            <div className={classes(page['two'], page['even'])}>
              <Kinds kinds={data.kinds} chosen={chosen?.kind} />
              {chosen !== undefined && <Latest kind={chosen} />}
            </div>
          </>
        )
      }}
    </TabFrame>
  )
}

type Kind = TabAnswer<'errors'>['kinds'][number]

function Kinds({ kinds, chosen }: { kinds: readonly Kind[]; chosen: Kind['kind'] | undefined }) {
  const t = useWords()
  const { range, change } = useInsights()
  const first = range.first ?? kinds.flatMap(({ days }) => days[0]?.date ?? []).toSorted()[0] ?? range.last
  const buckets = bucketsOf(first, range.last)
  return (
    <Panel
      title={t('insights:errors.byKind')}
      name={`errors-${range.first ?? 'all'}-${range.last}`}
      rows={kinds}
      columns={[
        { title: t('insights:column.kind'), value: ({ kind }) => t(`insights:errors.kind.${kind}`) },
        { title: t('insights:column.errors'), isNumber: true, isRank: true, value: ({ errors }) => errors },
        { title: t('insights:column.sessions'), isNumber: true, value: ({ sessions }) => sessions },
      ]}
      empty={t('insights:errors.none')}
    >
      <div className={styles['kinds']}>
        <div className={styles['head']} aria-hidden>
          <span>{t('insights:column.kind')}</span>
          <span className={styles['spark']}>{t('insights:column.perDay')}</span>
          <span className={styles['number']}>{t('insights:column.errors')}</span>
          <span className={styles['number']}>{t('insights:column.sessions')}</span>
        </div>
        {kinds.map(({ kind, errors, sessions, days }) => (
          <button
            key={kind}
            type="button"
            className={styles['kind']}
            aria-pressed={kind === chosen}
            onClick={() => change({ kind })}
          >
            <span>
              <b>{t(`insights:errors.kind.${kind}`)}</b>
              <span className={styles['sub']}>{t(`insights:errors.about.${kind}`)}</span>
            </span>
            <span className={styles['spark']}>
              <Sparkline
                values={summed(buckets, days).map((inside) => inside.reduce((sum, { count }) => sum + count, 0))}
              />
            </span>
            <b className={styles['number']}>{exactCount(errors)}</b>
            <span className={styles['number']}>{exactCount(sessions)}</span>
          </button>
        ))}
      </div>
    </Panel>
  )
}

function Latest({ kind: { kind, sessions, latest } }: { kind: Kind }) {
  const t = useWords()
  const name = t(`insights:errors.kind.${kind}`)
  return (
    <section className={styles['latest']} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span>{t('insights:errors.latest', { count: sessions })}</span>
      </header>
      {latest.map(({ session_id: id, session_name: title, cwd, at, tool_name: tool, target, error }) => (
        <article key={`${id} ${at}`} className={styles['error']}>
          <span className={styles['who']}>
            <Link to="/sessions/$id" params={{ id }}>
              {title === '' ? id.slice(0, 8) : title}
            </Link>
            <span>{projectName(cwd)}</span>
          </span>
          <Moment at={at} className={styles['when'] ?? ''} />
          <span className={styles['text']}>
            {[target ?? tool, error].filter((part) => part !== null && part !== '').join(': ')}
          </span>
        </article>
      ))}
    </section>
  )
}
