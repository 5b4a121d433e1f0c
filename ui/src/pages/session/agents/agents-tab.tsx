import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { transcriptsQuery } from '../../../api/session-queries.js'
import type { Session } from '../../../api/types.js'
import { usd } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Tokens } from '../../../kit/amount.js'
import { classes } from '../../../kit/classes.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { sessionAgentsQuery } from '../../../rows/queries.js'
import { AgentRow, rowId } from './agent-row.js'
import styles from './agents.module.css'
import { moveBy } from './grid-keys.js'
import { ownCost, tokensOfAll, treeOf, unfolded } from './tree.js'
import { useAgentsOf } from './use-agents.js'

const ROW_PX = 40
const COLUMNS = ['agent', 'task', 'now', 'time', 'tokens', 'cost'] as const
const AMOUNTS: ReadonlySet<string> = new Set(['time', 'tokens', 'cost'])

const whyButtonOf = (grid: Element, agent: string): HTMLElement | null =>
  grid.querySelector<HTMLElement>(`[data-why="${CSS.escape(agent)}"]`)

/**
 * Every agent of the session below the one that called it, with its own time, tokens and cost. Virtualized, for thousands of
 * agents.
 */
export function AgentsTab({ session }: { session: Session }) {
  const t = useWords()
  const { id } = session
  const { error } = useQuery(sessionAgentsQuery(id))
  const { data } = useQuery(transcriptsQuery(id))
  const agents = useAgentsOf(id)
  const navigate = useNavigate()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set())
  const [picked, setPicked] = useState<string>()
  const rows = useMemo(() => unfolded(treeOf(agents), folded), [agents, folded])
  const works = agents.some((agent) => agent.current_tool !== null)
  const total = useMemo(() => tokensOfAll(agents), [agents])
  const readable = useMemo(
    () =>
      new Map((data?.transcripts ?? []).filter((one) => one.has_transcript).map((one) => [one.db_agent_id, one.id])),
    [data],
  )
  const at = rows.some(({ agent }) => agent.id === picked) ? picked : rows[0]?.agent.id
  const fold = useCallback((agent: string): void => {
    setFolded((before) => {
      const after = new Set(before)
      if (!after.delete(agent)) after.add(agent)
      return after
    })
  }, [])

  const go = (agent: string): void => {
    setPicked(agent)
    list.current?.scrollToIndex(
      rows.findIndex((row) => row.agent.id === agent),
      { align: 'nearest' },
    )
  }
  const read = (agent: string): void => {
    const transcript = readable.get(agent)
    if (transcript === undefined) return
    const search = transcript === 'main' ? {} : { agent: transcript }
    void navigate({ to: '/sessions/$id', params: { id }, search })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moveBy(event.key, rows, at, folded)
    if (move === undefined || event.target !== event.currentTarget) return
    event.preventDefault()
    if (move.kind === 'go') go(move.id)
    else if (move.kind === 'open') read(move.id)
    else if (move.kind === 'why') whyButtonOf(event.currentTarget, move.id)?.click()
    else fold(move.id)
  }

  if (error !== null && agents.length === 0) return <FailureNote error={error} />
  return (
    <div className={styles['agents']} ref={scroller}>
      <div
        role="treegrid"
        className={classes(styles['grid'], !works && styles['still'])}
        aria-label={t('session:tab.agents')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={at === undefined ? undefined : rowId(at)}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div role="row" className={classes(styles['agent'], styles['head'])} aria-rowindex={1}>
          {COLUMNS.map((name) => (
            <span
              key={name}
              role="columnheader"
              className={AMOUNTS.has(name) ? styles['amount'] : undefined}
              title={name === 'tokens' ? t('session:agent.tokensTitle') : undefined}
            >
              {t(`session:agent.column.${name}`)}
            </span>
          ))}
        </div>
        <Virtualizer ref={list} data={rows} scrollRef={scroller} itemSize={ROW_PX} startMargin={ROW_PX}>
          {(branch, index) => (
            <AgentRow
              key={branch.agent.id}
              branch={branch}
              row={index + 2}
              cost={ownCost(branch.agent, agents, session)}
              transcript={readable.get(branch.agent.id)}
              folded={folded.has(branch.agent.id)}
              active={branch.agent.id === at}
              onPick={setPicked}
              onFold={fold}
            />
          )}
        </Virtualizer>
      </div>
      <p className={classes('num', styles['sum'])}>
        <Trans
          i18nKey="session:agent.sum"
          values={{ agents: t('session:agent.count', { count: agents.length }), cost: usd(session.cost ?? 0) }}
          components={{ tokens: <Tokens value={total} atLeast /> }}
        />
      </p>
    </div>
  )
}
