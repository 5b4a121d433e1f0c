import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, Ellipsis, Square } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { useCaller } from '../../api/caller.js'
import { advice, Failure } from '../../api/failure.js'
import type { Race, RaceFacts } from '../../api/types.js'
import { lastPart, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Confirm } from '../../kit/confirm.js'
import { Menu, MenuItem } from '../../kit/menu.js'
import notes from '../../kit/note.module.css'
import { Page } from '../../kit/page.js'
import { Moment } from '../../kit/time.js'
import { Unread } from '../../kit/unread.js'
import { bestOf } from './best.js'
import { Files } from './files.js'
import { KeepDialog } from './keep-dialog.js'
import { isUnderWay, raceQuery } from './queries.js'
import { RacerColumn } from './racer-column.js'
import styles from './race.module.css'

const route = getRouteApi('/races/$race')

/** The agents of a race beside each other: what they do, and what they did. */
export function RacePage() {
  const t = useWords()
  const { race: id } = route.useParams()
  const { data, error } = useQuery(raceQuery(id))
  const above = (
    <Link to="/lanes" className={styles['above']}>
      <ChevronLeft size={14} aria-hidden />
      {t('pages.lanes')}
    </Link>
  )
  if (data === undefined)
    return (
      <Page title={t('race:title')} above={above}>
        {error instanceof Failure && error.status === 404 ? (
          <div className={notes['note']} data-note>
            <p>{t('race:missing')}</p>
          </div>
        ) : (
          <Unread error={error} />
        )}
      </Page>
    )
  return (
    <Page title={data.race.title} above={above} actions={<Actions facts={data} />}>
      <Head facts={data} />
      <Columns facts={data} />
      <Files race={data.race} racers={data.racers} />
    </Page>
  )
}

/** What the agents were told, where, and what they cost together. */
function Head({ facts: { race, prompt, cost_usd: cost, racers } }: { readonly facts: RaceFacts }) {
  const t = useWords()
  const { repository, base, started_at: started, limit_usd: limit } = race
  return (
    <div className={styles['head']}>
      {prompt !== null && <p className={styles['prompt']}>{prompt}</p>}
      <p className={styles['facts']}>
        <span title={repository}>
          {base === null ? lastPart(repository) : t('race:place', { name: lastPart(repository), base })}
        </span>
        <span>
          {t('race:agents', { count: racers.length })} <Moment at={started} />
        </span>
        <span data-cost>
          <b className="num">{usd(cost)}</b> {limit === null ? t('race:total') : t('race:limit', { limit: usd(limit) })}
        </span>
      </p>
      <State race={race} />
    </div>
  )
}

/** What was decided, or that the limit stopped the agents. */
function State({ race }: { readonly race: Race }) {
  const t = useWords()
  const kept = race.lanes.find(({ lane_id: lane }) => lane === race.kept)
  if (race.decided_at !== null)
    return (
      <p className={styles['state']} role="status">
        {race.kept === null ? t('race:decided.none') : t('race:decided.kept', { name: kept?.title ?? race.kept })}{' '}
        {race.why !== null && <span>{race.why}</span>}
      </p>
    )
  if (race.stopped_at === null) return null
  return (
    <p className={styles['state']} role="status" data-stopped>
      {t('race:stopped', { cost: usd(race.stopped_usd ?? 0) })}
    </p>
  )
}

/** Stops all agents, or keeps none of the results. */
function Actions({ facts }: { readonly facts: RaceFacts }) {
  const t = useWords()
  const { race, racers } = facts
  const [asked, setAsked] = useState<'stop' | 'none'>()
  const stop = useMutation({
    mutationFn: () =>
      Promise.all(
        racers
          .filter(({ state }) => state === 'starts' || state === 'works' || state === 'waits')
          .map(({ lane_id: lane }) => call('POST /api/lanes/:id/stop', { params: { id: String(lane) }, body: {} })),
      ),
    onSuccess: () => setAsked(undefined),
  })
  // Analysts start and stop nothing.
  if (useCaller()?.role === 'analyst') return null
  return (
    <>
      {isUnderWay(facts) && (
        <button type="button" className={buttons['button']} onClick={() => setAsked('stop')}>
          <Square size={13} aria-hidden />
          {t('race:stop.button')}
        </button>
      )}
      {race.decided_at === null && (
        <Menu
          trigger={
            <button type="button" className={buttons['quiet']} aria-label={t('race:more')}>
              <Ellipsis size={16} aria-hidden />
            </button>
          }
        >
          <MenuItem onSelect={() => setAsked('none')}>{t('race:keep.none')}</MenuItem>
        </Menu>
      )}
      {asked === 'stop' && (
        <Confirm
          title={t('race:stop.title')}
          action={t('race:stop.button')}
          busy={stop.isPending}
          error={stop.error === null ? undefined : advice(stop.error)}
          onConfirm={() => stop.mutate()}
          onClose={() => setAsked(undefined)}
        >
          {t('race:stop.says')}
        </Confirm>
      )}
      {asked === 'none' && <KeepDialog facts={facts} lane={null} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Columns({ facts }: { readonly facts: RaceFacts }) {
  const { race, racers } = facts
  const [kept, setKept] = useState<number>()
  const best = bestOf(racers)
  const kinds = [...new Set(racers.flatMap(({ checks }) => checks.map(({ kind }) => kind)))]
  return (
    <div className={styles['columns']} data-count={racers.length}>
      {race.lanes.map((lane, at) => {
        const racer = racers[at]
        return racer === undefined ? null : (
          <RacerColumn
            key={lane.lane_id}
            race={race}
            lane={lane}
            racer={racer}
            best={best}
            kinds={kinds}
            onKeep={() => setKept(lane.lane_id)}
          />
        )
      })}
      {kept !== undefined && <KeepDialog facts={facts} lane={kept} onClose={() => setKept(undefined)} />}
    </div>
  )
}
