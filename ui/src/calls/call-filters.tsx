import { useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { eventFacetsQuery } from '../events/queries.js'
import { useWords } from '../i18n/use-words.js'
import { MultiSelect } from '../kit/multi-select.js'
import { SearchField } from '../kit/search-field.js'
import { SegmentedControl } from '../kit/segmented-control.js'
import styles from './call-filters.module.css'
import { RawSwitch } from './raw-switch.js'
import type { CallsSearch } from './search.js'

interface CallFiltersProps {
  readonly search: CallsSearch
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void
  readonly isRaw: boolean
  readonly onRaw: (isRaw: boolean) => void
  readonly ref?: Ref<HTMLInputElement>
  /** Filters of this page only, after that of the tool. */
  readonly children?: ReactNode
}

/** What the calls are filtered by, and the switch to the events behind them. */
export function CallFilters({ search, onChange, isRaw, onRaw, ref, children }: CallFiltersProps) {
  const t = useWords()
  const { data } = useQuery(eventFacetsQuery)
  return (
    <form className={styles['bar']} role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        {...(ref === undefined ? {} : { ref })}
        label={t('events.search')}
        placeholder={t('events.search')}
        value={search.q}
        onChange={(q) => onChange({ q })}
      />
      <MultiSelect
        label={t('events.tool')}
        value={search.tool ?? []}
        options={(data?.tool_names ?? []).map((tool) => ({ value: tool, label: tool }))}
        onChange={(tool) => onChange({ tool, questions: undefined })}
      />
      {children}
      {!isRaw && (
        <SegmentedControl
          label={t('calls:outcome')}
          hidesLabel
          name="outcome"
          value={search.failed === true ? 'failed' : search.questions === true ? 'questions' : 'all'}
          options={[
            ['all', t('calls:all')],
            ['failed', t('calls:failures')],
            ['questions', t('calls:questions')],
          ]}
          onChange={(value) =>
            onChange({
              failed: value === 'failed' ? true : undefined,
              ...(value === 'questions' ? { questions: true, tool: undefined } : { questions: undefined }),
            })
          }
        />
      )}
      <RawSwitch isRaw={isRaw} onChange={onRaw} />
    </form>
  )
}
