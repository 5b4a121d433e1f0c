import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bytes, count } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Unread } from '../../kit/unread.js'
import styles from './config.module.css'
import { KINDS, type Place, placeSearch } from './kinds.js'
import { overviewQuery } from './queries.js'

/** What there is of each kind, by where it comes from, and what needs a look. */
export function Overview({ place }: { place: Place }) {
  const t = useWords()
  const { data, error } = useQuery(overviewQuery(place))
  if (data === undefined) return <Unread error={error} />
  const hasProject = place.project !== undefined
  const figure = (value: number) => (value === 0 ? <span className="faint">{t('config:none')}</span> : count(value))
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('config:column.kind')}</th>
          {!place.isProjectOnly && <th scope="col">{t('config:source.user')}</th>}
          {hasProject && <th scope="col">{t('config:source.project')}</th>}
          {!place.isProjectOnly && <th scope="col">{t('config:column.plugins')}</th>}
          <th scope="col">{t('config:column.note')}</th>
        </tr>
      </thead>
      <tbody>
        {KINDS[place.tool]
          .flatMap((kind) => data.filter((entry) => entry.kind === kind))
          .map((entry) => {
            const { kind: name, user, project, local, managed, plugin, overridden, broken, bytes: size } = entry
            const kind = KINDS[place.tool].find((known) => known === name)
            if (kind === undefined) return null
            const notes = [
              broken > 0 && t(`config:broken.${BROKEN[name] ?? 'other'}`, { count: broken }),
              overridden > 0 && t('config:overridden', { count: overridden }),
              managed > 0 && t('config:managed', { count: managed }),
              size !== null && size > 0 && t('config:always', { size: bytes(size) }),
            ].filter((note) => note !== false)
            return (
              <tr key={kind}>
                <th scope="row">
                  <Link to="/config" search={{ ...placeSearch(place), kind }}>
                    {t(`config:kind.${kind}`)}
                  </Link>
                </th>
                {!place.isProjectOnly && <td>{figure(user)}</td>}
                {hasProject && <td>{figure(project + local)}</td>}
                {!place.isProjectOnly && <td>{figure(plugin)}</td>}
                <td data-broken={broken > 0 || undefined}>{notes.join(', ')}</td>
              </tr>
            )
          })}
      </tbody>
    </table>
  )
}

/** What is wrong with entries of a kind that cannot work. */
const BROKEN: Readonly<Partial<Record<string, 'hooks' | 'files' | 'plugins'>>> = {
  hooks: 'hooks',
  settings: 'files',
  config: 'files',
  plugins: 'plugins',
}
