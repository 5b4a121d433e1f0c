import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useRef } from 'react'
import { SITUATIONS } from '../../../../src/domain/session/status.js'
import { type Provider, PROVIDERS, toolOf } from '../../api/tools.js'
import type { Situation } from '../../api/types.js'
import { lastPart, modelName } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { Glyph } from '../../kit/glyph.js'
import { useKeys } from '../../kit/keys.js'
import { laneTitle } from '../../kit/lane-title.js'
import { MultiSelect } from '../../kit/multi-select.js'
import { namedApart } from '../../kit/named-apart.js'
import { SearchField } from '../../kit/search-field.js'
import { situationWords } from '../../kit/situation.js'
import { useLaneGroups } from '../../live/lane-groups.js'
import { laneRows } from '../../rows/rows.js'
import styles from './filters.module.css'
import { sessionFacets } from './query.js'
import { isFiltered, many, sessionsSearch, type SessionsSearch, some, unfiltered } from './search.js'
import { DateFilter } from './select/date-filter.js'
import { focusFirstRow } from './use-row-keys.js'

type Change = { [K in keyof SessionsSearch]?: SessionsSearch[K] | undefined }

/** The search and the filters of the list; they are in the address. */
export function Filters({ search }: { search: SessionsSearch }) {
  useWords()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  // The key / leads here from every other page.
  const autoFocus = useLocation().hash === 'search'
  const { data } = useQuery(sessionFacets(search))
  const counts = data?.counts

  const go = (next: SessionsSearch): void => void navigate({ to: '/sessions', search: next, replace: true })
  const filter = (change: Change): void => go(sessionsSearch({ ...search, ...change }))
  useKeys({
    '/': () => input.current?.focus(),
    // The first Esc leaves the field, this is the second one.
    ...(search.q === undefined ? {} : { Escape: () => filter({ q: undefined }) }),
  })
  const inField = (event: KeyboardEvent): void => {
    const isDown = event.key === 'ArrowDown' || event.key === 'Enter'
    if (!isDown && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (isDown) focusFirstRow()
    else input.current?.blur()
  }

  const states = SITUATIONS.flatMap((value) => {
    const count = counts?.state.find((one) => one.value === value)?.count
    return count === undefined
      ? []
      : [{ value, count, label: situationWords(value), icon: <Glyph situation={value} /> }]
  })
  const providers = PROVIDERS.flatMap((value) => {
    const count = counts?.provider.find((one) => one.value === value)?.count
    return count === undefined ? [] : [{ value, count, label: toolOf(value).name }]
  })
  const named = (column: 'model' | 'cwd' | 'source' | 'tag', nameOf: (value: string) => string) => {
    const facet = counts?.[column] ?? []
    const labels = new Map(
      namedApart(
        facet.map(({ value }) => value),
        nameOf,
      ),
    )
    return facet.map(({ value, count }) => ({ value, count, label: labels.get(value) ?? value }))
  }
  const lanes = useLaneGroups()
    .flatMap(({ ids }) => ids)
    .flatMap((id) => laneRows.get(id) ?? [])
    .map((lane) => ({ value: String(lane.id), label: laneTitle(lane) }))
  const sources = named('source', (source) => source)
  const tags = named('tag', (tag) => tag)
  return (
    <div className={styles['filters']} role="search">
      <div className={styles['field']} onKeyDownCapture={inField}>
        <SearchField
          ref={input}
          label={t('sessions:search')}
          placeholder={t('sessions:search')}
          hint="/"
          autoFocus={autoFocus}
          value={search.q}
          onChange={(q) => filter({ q })}
        />
      </div>
      <div className={styles['facets']} data-strip>
        <MultiSelect<Situation>
          label={t('sessions:facet.state')}
          options={states}
          value={many(search.state)}
          labelOf={situationWords}
          onChange={(state) => filter({ state: some(state) })}
        />
        <MultiSelect
          label={t('sessions:facet.cwd')}
          options={named('cwd', lastPart)}
          value={many(search.cwd)}
          labelOf={lastPart}
          onChange={(cwd) => filter({ cwd: some(cwd) })}
        />
        <MultiSelect
          label={t('sessions:facet.model')}
          options={named('model', modelName)}
          value={many(search.model)}
          labelOf={modelName}
          onChange={(model) => filter({ model: some(model) })}
        />
        <MultiSelect<Provider>
          label={t('sessions:facet.provider')}
          options={providers}
          value={many(search.provider)}
          labelOf={(provider) => toolOf(provider).name}
          onChange={(provider) => filter({ provider: some(provider) })}
        />
        {/* With one machine there is nothing to choose between. */}
        {(sources.length > 1 || search.source !== undefined) && (
          <MultiSelect
            label={t('sessions:facet.source')}
            options={sources}
            value={many(search.source)}
            onChange={(source) => filter({ source: some(source) })}
          />
        )}
        {(tags.length > 0 || search.tag !== undefined) && (
          <MultiSelect
            label={t('sessions:facet.tag')}
            options={tags}
            value={many(search.tag)}
            onChange={(tag) => filter({ tag: some(tag) })}
          />
        )}
        {(lanes.length > 0 || search.lane !== undefined) && (
          // One lane at a time: the last one that was chosen.
          <MultiSelect
            label={t('sessions:facet.lane')}
            options={lanes}
            value={search.lane === undefined ? [] : [String(search.lane)]}
            labelOf={(lane) => t('sessions:lane', { lane })}
            onChange={(chosen) => filter({ lane: chosen.length === 0 ? undefined : Number(chosen.at(-1)) })}
          />
        )}
        <DateFilter value={search} onChange={({ range, from, to }) => filter({ range, from, to })} />
        {isFiltered(search) && (
          <button type="button" className={styles['clear']} onClick={() => go(unfiltered(search))}>
            {t('sessions:clear')}
          </button>
        )}
      </div>
    </div>
  )
}
