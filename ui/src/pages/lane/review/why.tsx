import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { advice } from '../../../api/failure.js'
import type { LineOrigin } from '../../../api/types.js'
import { usd } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import { Moment } from '../../../kit/time.js'
import { whyQuery } from './queries.js'
import type { Block } from './segments.js'
import styles from './why.module.css'

type Edit = NonNullable<LineOrigin['edit']>
type Command = NonNullable<RouteAnswer<'GET /api/lanes/:id/why'>['command']>

interface WhyProps {
  readonly lane: string
  readonly path: string
  readonly block: Block
  /** Identifies the state of the lane. */
  readonly diff: string
}

/** Which recorded edits wrote the lines of a block, and what the user had asked for. */
export function Why({ lane, path, block, diff }: WhyProps) {
  const t = useWords()
  const { data, error } = useQuery(whyQuery(lane, path, block, diff))
  return (
    <section className={styles['why']} aria-label={t('review:why.title')}>
      {error !== null && <p role="alert">{advice(error)}</p>}
      {block.added === 0 && <p>{t('review:why.removed')}</p>}
      <ul>
        {data?.ranges.map(({ from, to, edit }) => (
          <li key={from}>
            <b className="num">{from === to ? t('review:why.line', { from }) : t('review:why.lines', { from, to })}</b>
            {edit === null ? <NoEdit command={data.command} /> : <Origin edit={edit} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lines that no recorded edit wrote, and the command during which their file was last written. */
function NoEdit({ command }: { command: Command | null }) {
  const t = useWords()
  if (command === null) return <span className="faint">{t('review:why.none')}</span>
  const { session_id: id, agent_id: agent, line, at, command: text } = command
  const search = { ...(agent === `${id}-main` ? {} : { agent }), ...(line === null ? {} : { line }) }
  const link = (
    <Link to="/sessions/$id" params={{ id }} search={search} className={classes('mono', styles['command'])}>
      {text}
    </Link>
  )
  return (
    <p>
      <Trans i18nKey="review:why.command" components={{ command: link }} />
      {' · '}
      <Moment at={at} />
    </p>
  )
}

function Origin({
  edit: { session_id: id, session_name: name, agent_id: agent, tool, at, line, turn },
}: {
  edit: Edit
}) {
  const t = useWords()
  const place = agent === `${id}-main` ? {} : { agent }
  const session = (
    <Link to="/sessions/$id" params={{ id }} search={{ ...place, line }}>
      {name}
    </Link>
  )
  return (
    <div>
      <p>
        <Trans i18nKey="review:why.by" values={{ tool }} components={{ session }} />
        {at !== null && (
          <>
            {' · '}
            <Moment at={at} />
          </>
        )}
      </p>
      {turn !== null && (
        <p>
          <span className="faint">{t('review:why.turn', { number: turn.number })}</span>{' '}
          {turn.line === null ? (
            turn.prompt
          ) : (
            <Link to="/sessions/$id" params={{ id }} search={{ line: turn.line }} className={styles['prompt']}>
              {turn.prompt}
            </Link>
          )}
          <span className="faint">
            {' · '}
            {t('review:why.calls', { count: turn.calls })}, {t('review:why.cost', { cost: usd(turn.cost) })}
          </span>
        </p>
      )}
    </div>
  )
}
