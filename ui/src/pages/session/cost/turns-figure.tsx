import { Link } from '@tanstack/react-router'
import type { Turn } from '../../../api/types.js'
import { type Column, Figure } from '../../../figures/figure.js'
import { count, duration, usd } from '../../../format/format.js'
import { type Say, useWords } from '../../../i18n/use-words.js'
import { Moment } from '../../../kit/time.js'
import styles from './cost.module.css'

const lasting = ({ at, ended_at }: Turn): number => Date.parse(ended_at) - Date.parse(at)

/** A prompt leads to its place in the conversation. */
function Prompt({ turn: { prompt, line }, session }: { turn: Turn; session: string }) {
  return line === null ? (
    <span className={styles['prompt']}>{prompt}</span>
  ) : (
    <Link className={styles['prompt']} to="/sessions/$id" params={{ id: session }} search={{ line }}>
      {prompt}
    </Link>
  )
}

const columnsOf = (t: Say, session: string): readonly Column<Turn>[] => [
  { title: t('session:cost.at'), value: ({ at }) => at, show: ({ at }) => <Moment at={at} /> },
  {
    title: t('session:cost.prompt'),
    value: ({ prompt }) => prompt,
    show: (turn) => <Prompt turn={turn} session={session} />,
  },
  {
    title: t('session:cost.time'),
    isNumber: true,
    isSpare: true,
    value: lasting,
    show: (turn) => duration(lasting(turn)),
  },
  {
    title: t('session:cost.calls'),
    isNumber: true,
    isSpare: true,
    value: ({ calls }) => calls,
    show: ({ calls }) => count(calls),
  },
  {
    title: t('session:cost.files'),
    isNumber: true,
    isSpare: true,
    value: ({ files }) => files.length,
    show: ({ files }) => count(files.length),
  },
  { title: t('cost.cost'), isNumber: true, value: ({ cost }) => cost, show: ({ cost }) => usd(cost) },
]

/** What each prompt of the user led to. */
export function TurnsFigure({ turns, session }: { turns: readonly Turn[]; session: string }) {
  const t = useWords()
  if (turns.length < 2) return null
  const dearest = Math.max(...turns.map(({ cost }) => cost))
  return (
    <Figure
      title={t('session:cost.byTurn')}
      says={t('session:cost.turns', { count: turns.length, cost: usd(dearest) })}
      name={`cost-turns-${session}`}
      columns={columnsOf(t, session)}
      rows={turns}
    />
  )
}
