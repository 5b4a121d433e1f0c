import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Power } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../../../api/call.js'
import { useCaller } from '../../../api/caller.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { laneTitle } from '../../../kit/lane-title.js'
import { notify } from '../../../kit/notices.js'
import { laneRows } from '../../../rows/rows.js'
import { hiddenRuns, hideRuns } from './hidden.js'
import styles from '../../../kit/notice-bar.module.css'

/** The agents whose panes vanished in the middle of a session, for example in a restart of the machine. */
const vanishedQuery = (live: number) =>
  queryOptions({
    staleTime: 0,
    // They can only change when an agent starts or ends.
    queryKey: [...keys.lanes, 'vanished', live],
    queryFn: async ({ signal }) => (await call('POST /api/lanes/resume', { body: { dryRun: true }, signal })).resumable,
    placeholderData: keepPreviousData,
  })

/** Returns how many programs run in lanes. */
const countLive = (): number =>
  laneRows.all().reduce((sum, { panes }) => sum + panes.filter(({ alive }) => alive).length, 0)

const SHOWN_TITLES = 3
const titleOf = (lane: number): string => {
  const known = laneRows.get(String(lane))
  return known === undefined ? String(lane) : laneTitle(known)
}

/** Says which agents stopped with the machine, and resumes all of them. */
export function VanishedNotice() {
  const t = useWords()
  const queries = useQueryClient()
  // Analysts start nothing.
  const mayResume = useCaller()?.role !== 'analyst'
  const live = useSyncExternalStore(laneRows.subscribeAll, countLive)
  const { data = [] } = useQuery({ ...vanishedQuery(live), enabled: mayResume })
  const [hidden, setHidden] = useState(hiddenRuns)
  const resume = useMutation({
    mutationFn: (runs: readonly string[]) => call('POST /api/lanes/resume', { body: { runs } }),
    onSuccess: ({ resumed }) => {
      if (resumed.length > 0) notify(t('vanished:resumed', { count: resumed.length }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.lanes }),
  })
  const vanished = data.filter(({ run_id: run }) => !hidden.has(run))
  if (!mayResume || vanished.length === 0) return null
  const runs = vanished.map(({ run_id: run }) => run)
  const titles = [...new Set(vanished.map(({ lane_id: lane }) => titleOf(lane)))]
  const more = titles.length - SHOWN_TITLES
  const failed = resume.data?.failed.filter(({ run_id: run }) => runs.includes(run)) ?? []
  return (
    <section className={styles['notice']} aria-label={t('vanished:label')}>
      <Power size={16} aria-hidden />
      <p>
        <b>{t('vanished:says', { count: vanished.length })}</b>{' '}
        <span className="faint">
          {titles.slice(0, SHOWN_TITLES).join(', ')}
          {more > 0 && ` ${t('vanished:more', { count: more })}`}
        </span>
      </p>
      <button
        type="button"
        className={buttons['primary']}
        disabled={resume.isPending}
        onClick={() => resume.mutate(runs)}
      >
        {resume.isPending ? t('vanished:resuming') : t('vanished:resume', { count: vanished.length })}
      </button>
      <button
        type="button"
        className={buttons['quiet']}
        disabled={resume.isPending}
        onClick={() => {
          const all = data.map(({ run_id: run }) => run)
          hideRuns(all)
          setHidden(new Set(all))
        }}
      >
        {t('vanished:dismiss')}
      </button>
      {(failed.length > 0 || resume.error !== null) && (
        <ul role="alert" className="bad">
          {resume.error !== null && <li>{advice(resume.error)}</li>}
          {failed.map(({ run_id: run, message }) => (
            <li key={run}>
              {titleOf(vanished.find((one) => one.run_id === run)?.lane_id ?? 0)}: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
