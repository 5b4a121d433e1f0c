import { FileDiff, GitMerge, GitPullRequestArrow, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { isOfOthers } from '../../../api/own-rows.js'
import type { Decision } from '../../../api/types.js'
import { TOOLS } from '../../../api/tools.js'
import { hundredths, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import { Glyph } from '../../../kit/glyph.js'
import { laneTitle } from '../../../kit/lane-title.js'
import { Age, Kept } from '../../../kit/time.js'
import styles from '../row.module.css'
import type { Item } from './placed.js'

interface ItemRowProps {
  readonly id: string
  readonly item: Item
  readonly selected: boolean
  readonly onSelect: (id: string, isAsked: boolean) => void
}

/** A row of Now that is no session: a decision about a lane or a budget, or an agent that waits before its session. */
export function ItemRow({ id, item, selected, onSelect }: ItemRowProps) {
  const t = useWords()
  const isDialog = item.is === 'dialog'
  const [title, place] = isDialog
    ? [laneTitle(item.lane), item.pane.tool === null ? '' : TOOLS[item.pane.tool].name]
    : [item.decision.title, '']
  return (
    <li className={styles['place']}>
      <button
        type="button"
        className={classes(styles['row'])}
        data-row={!isDialog ? '' : isOfOthers(item.lane) ? 'need-other' : 'need'}
        data-key={id}
        data-dialog={isDialog ? item.lane.id : undefined}
        data-decision={isDialog ? undefined : item.decision.kind}
        aria-current={selected ? 'true' : undefined}
        onClick={() => onSelect(id, true)}
        onFocus={() => onSelect(id, false)}
      >
        {isDialog ? <Glyph situation="needs_you" /> : ICONS[item.decision.kind]}
        <span className={styles['who']} data-who>
          <b title={title}>{title}</b>
          <span>{place}</span>
        </span>
        <span className={styles['what']} data-what>
          {isDialog ? (
            <>
              <b>{t('inbox:kind.start')}</b> {item.pane.waiting?.text}
            </>
          ) : (
            <Summary decision={item.decision} />
          )}
        </span>
        <span className={styles['context']} aria-hidden />
        <span className={styles['cost']} aria-hidden />
        {isDialog ? (
          <Kept since={item.pane.started_at} className={classes('num', styles['end'], styles['age'])} />
        ) : (
          <Age since={item.decision.at} className={classes('num', styles['end'], styles['age'])} />
        )}
      </button>
    </li>
  )
}

const size = { size: 16, 'aria-hidden': true } as const
const ICONS: Readonly<Record<Decision['kind'], ReactNode>> = {
  ask: <Glyph situation="needs_you" />,
  failed: <Glyph situation="failed" />,
  conflict: <GitMerge {...size} color="var(--need)" />,
  budget: <Wallet {...size} color="var(--need)" />,
  land: <GitPullRequestArrow {...size} color="var(--done)" />,
  review: <FileDiff {...size} color="var(--ink-2)" />,
}

/** The kind of a decision, and the figure that decides. */
function Summary({ decision: { kind, text, changes, conflicts, budget } }: { decision: Decision }) {
  const t = useWords()
  if (kind === 'budget' && budget !== null)
    return (
      <>
        <b>{t('inbox:budget.used', { share: hundredths(Math.floor(budget.share * 100)) })}</b>{' '}
        {t('inbox:budget.spent', { spent: usd(budget.spent_usd), amount: usd(budget.amount_usd) })}
      </>
    )
  if (kind === 'conflict')
    return (
      <>
        <b>{t('inbox:kind.conflict')}</b> {t('inbox:files', { count: conflicts.length })}
      </>
    )
  if (kind === 'land')
    return (
      <>
        <b>{t('inbox:land.ready')}</b> {text}
      </>
    )
  return (
    <>
      <b>{t('inbox:files', { count: changes?.files ?? 0 })}</b> {text}
    </>
  )
}
