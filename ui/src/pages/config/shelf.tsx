import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Plus } from 'lucide-react'
import { useState } from 'react'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { SearchField } from '../../kit/search-field.js'
import { Unread } from '../../kit/unread.js'
import styles from './config.module.css'
import { addressOf, FILE_TYPES, type Place, placeSearch, type ShelfKind, type Source } from './kinds.js'
import { ItemPanel } from './item-panel.js'
import { NewItem } from './new-item.js'
import { itemsQuery } from './queries.js'

interface ShelfProps {
  readonly place: Place
  readonly kind: ShelfKind
  /** The open item: `scope:name`. */
  readonly open: string | undefined
}

const ORDER: readonly Source[] = ['managed', 'local', 'project', 'user', 'plugin']

/** The files of one kind, grouped by where they come from, and the open one beside them. */
export function Shelf({ place, kind, open }: ShelfProps) {
  const t = useWords()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const [isMaking, setMaking] = useState(false)
  const { data, error } = useQuery(itemsQuery(place, kind))
  if (data === undefined) return <Unread error={error} />
  const search = { ...placeSearch(place), kind }
  const wanted = words.trim().toLowerCase()
  const shown = data.filter(({ name, frontmatter }) =>
    `${name} ${frontmatter['description'] ?? ''}`.toLowerCase().includes(wanted),
  )
  const groups = ORDER.flatMap((scope) => {
    const items = shown.filter((item) => item.scope === scope)
    const plugins = [...new Set(items.map(({ plugin }) => plugin))]
    return plugins.map((plugin) => ({ scope, plugin, items: items.filter((item) => item.plugin === plugin) }))
  })
  const chosen = data.find((item) => addressOf(item) === open)
  // Members add the memory of a project in which they have a lane, and change nothing else.
  const mayMake = place.canChange || (kind === 'memory' && place.isProjectOnly && place.project !== undefined)
  const make = mayMake && (
    <button type="button" className={buttons['button']} onClick={() => setMaking(true)}>
      <Plus size={14} aria-hidden />
      {t(`config:new.${FILE_TYPES[kind]}`)}
    </button>
  )
  const dialog = isMaking && (
    <NewItem
      place={place}
      type={FILE_TYPES[kind]}
      taken={data}
      onMade={(item) => void navigate({ to: '/config', search: { ...search, item } })}
      onClose={() => setMaking(false)}
    />
  )
  if (data.length === 0) {
    return (
      <div className={styles['empty']}>
        <b>{t(`config:empty.${FILE_TYPES[kind]}`)}</b>
        <p>
          {t(place.project === undefined ? 'config:emptyUser' : 'config:emptyBoth', {
            project: lastPart(place.project ?? ''),
          })}
        </p>
        {make}
        {dialog}
      </div>
    )
  }
  return (
    <div className={styles['shelf']} data-open={chosen !== undefined || undefined}>
      <div className={styles['list']}>
        <div className={styles['bar']}>
          <SearchField
            label={t('config:filter')}
            placeholder={t('config:filter')}
            value={words}
            onChange={(next) => setWords(next ?? '')}
          />
          {make}
        </div>
        {groups.map(({ scope, plugin, items }) => (
          <section key={`${scope} ${plugin}`}>
            <h2>
              {plugin === null ? t(`config:source.${scope}`) : t('config:plugin', { name: plugin })}
              <span className="num">{items.length}</span>
            </h2>
            <ul>
              {items.map((item) => (
                <li key={addressOf(item)}>
                  <Link
                    to="/config"
                    search={{ ...search, item: addressOf(item) }}
                    aria-current={item === chosen ? 'true' : undefined}
                    data-overridden={item.overriddenBy !== null || undefined}
                  >
                    <span>{item.name}</span>
                    {item.overriddenBy !== null && <i>{t('config:isOverridden')}</i>}
                    {item.frontmatter['description'] !== undefined && <small>{item.frontmatter['description']}</small>}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className="faint">{t('config:noMatch')}</p>}
      </div>
      {chosen !== undefined && (
        <div className={styles['panel']}>
          <Link to="/config" search={search} className={styles['back']}>
            <ArrowLeft size={14} aria-hidden />
            {t('config:all')}
          </Link>
          <ItemPanel
            key={addressOf(chosen)}
            place={place}
            kind={kind}
            item={chosen}
            onGone={() => void navigate({ to: '/config', search })}
          />
        </div>
      )}
      {dialog}
    </div>
  )
}
