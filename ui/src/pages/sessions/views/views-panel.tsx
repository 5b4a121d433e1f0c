import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { formText } from '../../../kit/form-text.js'
import type { SessionsSearch } from '../search.js'
import { filterWords } from './filter-words.js'
import { deleteView, renameView, saveView } from './saved.js'
import { type SavedView, sameFilters } from './stored.js'
import styles from './views.module.css'

interface ViewsPanelProps {
  readonly search: SessionsSearch
  readonly views: readonly SavedView[]
  readonly onDone: () => void
}

/** The saved views, to open, rename and delete, and a name field to save the current filters. */
export function ViewsPanel({ search, views, onDone }: ViewsPanelProps) {
  const t = useWords()
  const [renamed, setRenamed] = useState<string>()
  const filters = filterWords(search)
  const isSaved = views.some((view) => sameFilters(view.search, search))
  return (
    <div className={styles['panel']}>
      {views.length === 0 && filters === '' && <p>{t('sessions:views.filterFirst')}</p>}
      {views.length > 0 && (
        <ul>
          {views.map((view) =>
            renamed === view.name ? (
              <li key={view.name}>
                <NameForm
                  label={t('sessions:views.newName')}
                  action={t('sessions:views.rename')}
                  name={view.name}
                  onName={(name) => {
                    renameView(view.name, name)
                    setRenamed(undefined)
                  }}
                />
              </li>
            ) : (
              <li key={view.name}>
                <Link to="/sessions" search={view.search} onClick={onDone}>
                  <b>{view.name}</b>
                  <span>{filterWords(view.search)}</span>
                </Link>
                <button
                  type="button"
                  aria-label={t('sessions:views.renameIt', { name: view.name })}
                  onClick={() => setRenamed(view.name)}
                >
                  <Pencil size={13} aria-hidden />
                </button>
                <button
                  type="button"
                  aria-label={t('sessions:views.deleteIt', { name: view.name })}
                  onClick={() => deleteView(view.name)}
                >
                  <Trash2 size={13} aria-hidden />
                </button>
              </li>
            ),
          )}
        </ul>
      )}
      {filters !== '' && !isSaved && (
        <>
          <p>
            <Trans i18nKey="sessions:views.save" values={{ filters }} components={{ b: <b /> }} />
          </p>
          <NameForm
            label={t('sessions:views.name')}
            action={t('save')}
            name=""
            onName={(name) => {
              saveView(name, search)
              onDone()
            }}
          />
        </>
      )}
    </div>
  )
}

interface NameFormProps {
  readonly label: string
  readonly action: string
  readonly name: string
  readonly onName: (name: string) => void
}

/** A field for a name. */
function NameForm({ label, action, name, onName }: NameFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const given = formText(new FormData(event.currentTarget), 'name')
    if (given !== '') onName(given)
  }
  return (
    <form className={styles['name']} onSubmit={submit}>
      <input
        type="text"
        name="name"
        aria-label={label}
        placeholder={label}
        defaultValue={name}
        maxLength={60}
        autoFocus
      />
      <button type="submit" className={buttons['button']}>
        {action}
      </button>
    </form>
  )
}
