import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { call } from '../../api/call.js'
import type { FilesOf } from '../../api/files.js'
import { keys } from '../../api/queries.js'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Page } from '../../kit/page.js'
import { Select } from '../../kit/select.js'
import { Browser } from './browser.js'
import { homesQuery } from './queries.js'
import { TrashList } from './trash-list.js'

/** The files of the user, of a lane, or, for an admin, of somebody else. */
export function FilesPage() {
  const t = useWords()
  const navigate = useNavigate()
  const search = useSearch({ from: '/files' })
  const { data: homes = [] } = useQuery(homesQuery)
  const { data: lanes = [] } = useQuery({
    queryKey: [...keys.lanes, 'of-files'],
    queryFn: async ({ signal }) => (await call('GET /api/lanes', { query: { limit: 200 }, signal })).lanes,
  })
  const { lane, home = 'me', path = '', trash } = search
  const of: FilesOf = lane === undefined ? { kind: 'home', who: home } : { kind: 'lane', id: String(lane) }
  const isReadOnly = lane === undefined && (homes.find(({ id }) => id === home)?.readOnly ?? home !== 'me')
  const choices = [
    ...homes.map(({ id, label }) => ({ value: `home:${id}`, label: id === 'me' ? t('files:title') : label })),
    ...lanes.map(({ id, title, cwd }) => ({ value: `lane:${id}`, label: title ?? lastPart(cwd) })),
  ]
  const chosen = lane === undefined ? `home:${home}` : `lane:${lane}`
  const place = lane === undefined ? (home === 'me' ? {} : { home }) : { lane }
  return (
    <Page
      title={choices.find(({ value }) => value === chosen)?.label ?? t('pages.files')}
      actions={
        <>
          <Select
            label={t('files:of')}
            value={chosen}
            options={choices}
            onChange={(next) => {
              const [kind, id = ''] = next.split(/:(.*)/s)
              const to = kind === 'lane' ? { lane: Number(id) } : id === 'me' ? {} : { home: id }
              void navigate({ to: '/files', search: to })
            }}
          />
          <Link to="/files" search={trash === true ? place : { ...place, trash: true }} className={buttons['button']}>
            <Trash2 size={14} aria-hidden />
            {trash === true ? t('files:trash.back') : t('files:trash.open')}
          </Link>
        </>
      }
    >
      {isReadOnly && <p className="faint">{t('files:readOnly')}</p>}
      {trash === true ? (
        <TrashList of={of} isReadOnly={isReadOnly} />
      ) : (
        <Browser key={JSON.stringify([of, path])} of={of} path={path} place={place} isReadOnly={isReadOnly} />
      )}
    </Page>
  )
}
