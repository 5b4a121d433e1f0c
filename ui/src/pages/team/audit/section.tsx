import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import type { AuditRow } from '../../../api/team.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { FilterSelect } from '../../../kit/filter-select.js'
import { Page } from '../../../kit/page.js'
import { Moment } from '../../../kit/time.js'
import { Unread } from '../../../kit/unread.js'
import styles from './audit.module.css'

const KINDS = [
  'session-read',
  'search-read',
  'export-read',
  'home-read',
  'terminal-attached',
  'foreign-row-changed',
  'account-changed',
  'mode-changed',
  'config-changed',
  'router-changed',
  'profile-changed',
  'pool-changed',
  'data-erased',
  'logins-locked',
  'audit-erased',
] as const
type Kind = (typeof KINDS)[number]

const PAGE = 100

/** Who read or changed what of others, newest first. */
export function AuditSection() {
  const t = useWords()
  const [kind, setKind] = useState<Kind>()
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['audit', kind],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/users/audit', { query: { limit: PAGE, fold: true, before: pageParam, kind }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (data === undefined) return <Unread error={error} />
  const rows = data.pages.flatMap((page) => page.rows)
  return (
    <Page title={t('pages.audit')}>
      <div className={styles['filters']}>
        <FilterSelect
          label={t('team:audit.filter')}
          all={t('team:audit.any')}
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: t(`team:audit.kind.${one}`) }))}
          onChange={setKind}
        />
      </div>
      {rows.length === 0 ? (
        <p className="faint">{t('team:audit.none')}</p>
      ) : (
        <div className={styles['rows']} role="list">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </div>
      )}
      {hasNextPage && (
        <div className={styles['more']}>
          <button
            type="button"
            className={buttons['button']}
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('team:audit.more')}
          </button>
        </div>
      )}
    </Page>
  )
}

/** One row as a sentence: who, what, and whose. */
function Row({ row }: { row: AuditRow }) {
  const t = useWords()
  const known = KINDS.find((one) => one === row.kind)
  const owner = row.owner_display ?? row.owner
  const details = [
    row.action,
    row.fields.join(', '),
    row.session_id,
    row.lane_id === null ? null : `#${row.lane_id}`,
    row.detail,
    row.route,
    row.via === 'login' ? null : t('team:audit.via', { via: row.via }),
  ].filter((one) => one !== null && one !== '')
  return (
    <div className={styles['row']} role="listitem" data-kind={row.kind}>
      <span>
        <b>{row.reader_display ?? row.reader}</b> · {known === undefined ? row.kind : t(`team:audit.kind.${known}`)}
        {owner !== null && <> · {owner}</>}
        {row.count !== undefined && row.count > 1 && (
          <span className="faint"> · {t('team:audit.times', { count: row.count })}</span>
        )}
      </span>
      <Moment at={row.at} />
      {details.length > 0 && <span className={styles['detail']}>{details.join(' · ')}</span>}
    </div>
  )
}
