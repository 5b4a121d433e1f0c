import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.js'
import { duration, percent } from '../format/format.js'
import { Trans } from '../i18n/trans.js'
import styles from './strips.module.css'

const PAUSE_MS = 2000

/** Says how far the service is with the figures of its new version. */
export default function RebuildingStrip() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => call('GET /api/health', { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.rebuilding === undefined ? false : PAUSE_MS,
  })
  if (data?.rebuilding === undefined) return null
  const { events, of, seconds_left: seconds } = data.rebuilding
  const done = percent(events, Math.max(1, of))
  return (
    <p className={styles['demo']} role="status">
      <Trans
        i18nKey={seconds === null ? 'help:rebuilding' : 'help:rebuildingLeft'}
        values={{ percent: done, left: duration(Math.max(1000, (seconds ?? 0) * 1000)) }}
        components={{ b: <b /> }}
      />
    </p>
  )
}
