import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allLanes } from '../../../api/all-lanes.js'
import { keys } from '../../../api/queries.js'
import { lastPart } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import type { LaneResults } from './queries.js'
import styles from './routing.module.css'

/** What a change of a proxy did to the lanes that use it. */
export function LaneResultList({ name, lanes }: { name: string; lanes: LaneResults }) {
  const t = useWords()
  const { data = [] } = useQuery({
    queryKey: [...keys.lanes, 'of-config'],
    queryFn: ({ signal }) => allLanes(signal),
  })
  const failed = lanes.filter(({ ok }) => !ok)
  return (
    <section className={styles['results']} role="status">
      <b>
        {t('config:proxy.saved', { name })} {t('config:proxy.applied', { count: lanes.length - failed.length })}
      </b>
      {failed.length > 0 && (
        <ul>
          {failed.map(({ id, error }) => {
            const lane = data.find((one) => one.id === id)
            return (
              <li key={id}>
                <Link to="/lanes/$lane" params={{ lane: String(id) }}>
                  {lane === undefined ? String(id) : (lane.title ?? lastPart(lane.cwd))}
                </Link>
                <span className="bad">{error}</span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
