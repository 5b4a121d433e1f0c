import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toolOf } from '../../api/tools.js'
import { sessionFacetsQuery } from '../../api/session-queries.js'
import type { ToolCallRow } from '../../api/types.js'
import { CallFilters } from '../../calls/call-filters.js'
import { CallList } from '../../calls/call-list.js'
import { CallsCsv } from '../../calls/calls-csv.js'
import { useCallFeed } from '../../calls/use-call-feed.js'
import { lastPart } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { MultiSelect } from '../../kit/multi-select.js'
import { ExactMoment } from '../../kit/time.js'
import { useTimed } from '../../live/clock.js'
import { ActivityHead, type ActivityProps, NothingHere, OneSession } from './parts.js'
import { isRawSearch } from './search.js'

const MINUTE_MS = 60_000

/** One row for each tool call, live. */
export function CallActivity({ search, pausedAt, onPause, onFilter, input }: ActivityProps) {
  const { session, tool, q, failed, questions, cwd, cli } = search
  const [isAtTop, setAtTop] = useState(true)
  const { feed, state, missed } = useCallFeed(
    {
      ...(tool === undefined ? {} : { tool }),
      ...(q === undefined ? {} : { q }),
      ...(failed === undefined ? {} : { failed }),
      ...(questions === undefined ? {} : { questions }),
      session,
      cwd,
      providers: cli,
    },
    pausedAt !== undefined || !isAtTop,
  )
  const isFiltered = Object.keys(search).length > 0
  const isEmpty = state.phase === 'ready' && state.calls.length + state.open.length === 0
  return (
    <>
      <ActivityHead
        says={
          pausedAt === undefined ? (
            <LastMinute calls={state.calls} />
          ) : (
            <Trans i18nKey="activity:pausedAt" components={{ at: <ExactMoment at={pausedAt} /> }} />
          )
        }
        paused={pausedAt !== undefined}
        onPause={onPause}
        actions={!isEmpty && <CallsCsv state={state} />}
        canPause={pausedAt !== undefined || isFiltered || !isEmpty}
      />
      {(isFiltered || !isEmpty) && (
        <CallFilters
          ref={input}
          search={search}
          onChange={onFilter}
          isRaw={isRawSearch(search)}
          onRaw={(raw) => onFilter({ raw: raw ? true : undefined })}
        >
          <Places cwd={cwd ?? []} cli={cli ?? []} onChange={onFilter} />
          {session !== undefined && <OneSession id={session} onClear={() => onFilter({ session: undefined })} />}
        </CallFilters>
      )}
      <CallList
        feed={feed}
        state={state}
        isNamed
        missed={missed}
        onTop={setAtTop}
        onShow={() => onPause(false)}
        empty={<NothingHere isFiltered={isFiltered} />}
      />
    </>
  )
}

interface PlacesProps {
  readonly cwd: readonly string[]
  readonly cli: readonly string[]
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void
}

/** The directories and agent CLIs to filter by. */
function Places({ cwd, cli, onChange }: PlacesProps) {
  const t = useWords()
  const { data } = useQuery(sessionFacetsQuery)
  const directories = data?.counts.cwd ?? []
  const clis = data?.counts.provider ?? []
  return (
    <>
      <MultiSelect
        label={t('activity:projects')}
        value={cwd}
        options={directories.map(({ value }) => ({ value, label: lastPart(value), note: value }))}
        labelOf={lastPart}
        onChange={(value) => onChange({ cwd: value })}
      />
      {(clis.length > 1 || cli.length > 0) && (
        <MultiSelect
          label={t('activity:agents')}
          value={cli}
          options={clis.map(({ value }) => ({ value, label: toolOf(value === 'codex' ? 'codex' : 'claude').name }))}
          onChange={(value) => onChange({ cli: value })}
        />
      )}
    </>
  )
}

/** `31 calls in the last minute, 2 failed`. */
function LastMinute({ calls }: { calls: readonly ToolCallRow[] }) {
  const t = useWords()
  return useTimed((now) => {
    const recent = calls.filter(({ ended_at: at }) => at !== null && now - Date.parse(at) < MINUTE_MS)
    const failed = recent.filter(({ state }) => state === 'failed').length
    if (recent.length === 0) return ''
    const all = t('activity:lastMinute', { count: recent.length })
    return failed === 0 ? all : `${all}, ${t('calls:missedFailed', { count: failed })}`
  })
}
