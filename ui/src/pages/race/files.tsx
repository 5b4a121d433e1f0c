import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Race, Racer } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { seenQuery } from '../lane/review/queries.js'
import { agentName } from './agent-name.js'
import styles from './race.module.css'

interface FilesProps {
  readonly race: Race
  readonly racers: readonly Racer[]
}

/** Lines that an agent added and removed in a file. */
interface Size {
  readonly added: number
  readonly removed: number
}

/** More files than anyone compares; the page of each lane has them all. */
const MOST_FILES = 100

/** Which agent changed which file, and by how much. */
export function Files({ race, racers }: FilesProps) {
  const t = useWords()
  const shown = race.lanes.flatMap((lane, at) => {
    const changes = racers[at]?.changes ?? null
    return changes === null || changes.files === 0 || lane.archived ? [] : [lane]
  })
  const read = useQueries({ queries: shown.map(({ lane_id: id }) => seenQuery(String(id))) })
  const sizes = read.map(({ data }) => data?.files.map(({ path, blocks }) => [path, sizeOf(blocks)] as const) ?? [])
  const paths = [...new Set(sizes.flatMap((files) => files.map(([path]) => path)))]
  if (paths.length === 0) return null
  const columns = sizes.map((files) => new Map(files))
  return (
    <section className={styles['files']} aria-labelledby="race-files">
      <h2 id="race-files">
        {t('race:changed.title')} <small>{t('race:changed.says')}</small>
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('race:changed.file')}</th>
            {shown.map((lane) => (
              <th key={lane.lane_id} scope="col">
                {agentName(lane)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paths.slice(0, MOST_FILES).map((path) => (
            <tr key={path}>
              <th scope="row" className="mono">
                {path}
              </th>
              {shown.map(({ lane_id: lane }, at) => (
                <td key={lane}>
                  <Changed lane={lane} path={path} size={columns[at]?.get(path)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {paths.length > MOST_FILES && (
        <p className="faint">{t('race:changed.more', { count: paths.length - MOST_FILES })}</p>
      )}
    </section>
  )
}

const sizeOf = (blocks: readonly Size[]): Size => ({
  added: blocks.reduce((sum, { added }) => sum + added, 0),
  removed: blocks.reduce((sum, { removed }) => sum + removed, 0),
})

/** How much an agent changed in a file; undefined if it did not. */
function Changed({ lane, path, size }: { lane: number; path: string; size: Size | undefined }) {
  const t = useWords()
  if (size === undefined) return <span className="faint">{t('race:changed.not')}</span>
  return (
    <Link to="/lanes/$lane" params={{ lane: String(lane) }} search={{ tab: 'changes', path }} className="num">
      <span className={styles['added']}>+{size.added}</span> <span className={styles['removed']}>−{size.removed}</span>
    </Link>
  )
}
