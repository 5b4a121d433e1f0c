import { PROVIDERS } from '../../../../src/domain/tools/catalog.js'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Role } from '../../../../src/domain/access/role.js'
import { useCaller } from '../../api/caller.js'
import { allLanes } from '../../api/all-lanes.js'
import { callerQuery, keys } from '../../api/queries.js'
import { count, lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Select } from '../../kit/select.js'
import { useCurrentInView } from '../../kit/use-current-in-view.js'
import styles from './config.module.css'
import { Content } from './content.js'
import { type Kind, KINDS, type Place, placeSearch, ROUTING, type Routing } from './kinds.js'
import { overviewQuery } from './queries.js'

/** What is configured for the agents: where it comes from, and what wins. Who asks decides what may be asked for. */
export function ConfigPage() {
  const { data: who } = useQuery(callerQuery)
  return who === undefined ? null : <Kinds />
}

function Kinds() {
  const t = useWords()
  const navigate = useNavigate()
  const strip = useCurrentInView()
  const { tool: named, kind: asked, project: wanted, item } = useSearch({ from: '/config' })
  const tool = named === 'codex' ? 'codex' : 'claude'
  const caller = useCaller()
  const { data: lanes = [] } = useQuery({
    queryKey: [...keys.lanes, 'of-config'],
    queryFn: ({ signal }) => allLanes(signal),
  })
  const isProjectOnly = caller?.role === 'member'
  const project = wanted ?? (isProjectOnly ? lanes[0]?.cwd : undefined)
  const place: Place = { tool, project, isProjectOnly, canChange: caller === undefined || caller.role === 'admin' }
  const routing = ROUTING.filter(shownTo(caller?.role))
  const kind: Kind | Routing = [...KINDS[tool], ...routing].find((known) => known === asked) ?? 'overview'
  const { data: counts = [] } = useQuery(overviewQuery(place))
  const kept = placeSearch({ tool, project: wanted })
  const projects = [...new Map(lanes.map(({ cwd, title }) => [cwd, title ?? lastPart(cwd)]))]
  if (wanted !== undefined && !projects.some(([cwd]) => cwd === wanted)) projects.push([wanted, lastPart(wanted)])
  return (
    <div className={styles['config']}>
      <nav ref={strip} className={styles['kinds']} aria-label={t('config:kinds')}>
        <div className={styles['tools']}>
          {PROVIDERS.map((name) => (
            <Link
              key={name}
              to="/config"
              search={placeSearch({ tool: name, project: wanted })}
              activeOptions={{ exact: true }}
              aria-current={tool === name ? 'true' : undefined}
            >
              {t(`config:tool.${name}`)}
            </Link>
          ))}
        </div>
        {KINDS[tool].map((known) => {
          const entry = counts.find((one) => one.kind === known)
          return (
            <Link
              key={known}
              to="/config"
              search={{ ...kept, kind: known === 'overview' ? undefined : known }}
              // Without it, the overview would be current on every page: its address is a part of theirs.
              activeOptions={{ explicitUndefined: true }}
              aria-current={known === kind ? 'page' : undefined}
            >
              {t(`config:kind.${known}`)}
              {entry !== undefined && entry.count > 0 && <span className="num">{count(entry.count)}</span>}
            </Link>
          )
        })}
        <h2>{t('config:routing')}</h2>
        {routing.map((known) => (
          <Link
            key={known}
            to="/config"
            search={{ ...kept, kind: known }}
            activeOptions={{ explicitUndefined: true }}
            aria-current={known === kind ? 'page' : undefined}
          >
            {t(`config:kind.${known}`)}
          </Link>
        ))}
      </nav>
      <Content
        key={JSON.stringify([tool, kind, project])}
        place={place}
        kind={kind}
        item={item}
        actions={
          projects.length > 0 && (
            <Select
              label={t('config:project')}
              value={project ?? ''}
              options={[
                ...(isProjectOnly ? [] : [{ value: '', label: t('config:noProject') }]),
                ...projects.map(([value, label]) => ({ value, label })),
              ]}
              onChange={(next) => {
                const chosen = placeSearch({ tool, project: next === '' ? undefined : next })
                void navigate({ to: '/config', search: { ...chosen, kind: asked } })
              }}
            />
          )
        }
      />
    </div>
  )
}

/** Which of these pages somebody may read; without a role, the only user of local mode, which has no pool. */
const shownTo =
  (role: Role | undefined) =>
  (kind: Routing): boolean =>
    ({ profiles: role !== 'member', pool: role === 'admin', proxies: true })[kind]
