import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import { lastPart } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { MultiSelect } from '../../../kit/multi-select.js'
import { Select } from '../../../kit/select.js'
import { FormField } from './form-field.js'

/** The working directories of all sessions, most frequent first. */
const projectsQuery = queryOptions({
  queryKey: [...keys.sessionList, 'projects'],
  queryFn: async ({ signal }) => (await call('GET /api/sessions/facets', { signal })).counts.cwd,
  staleTime: 60_000,
})

interface ProjectFieldProps {
  /** A budget is for one project or for all. */
  readonly isSingle: boolean
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** Limits a rule to projects. */
export function ProjectField({ isSingle, value, onChange }: ProjectFieldProps) {
  const t = useWords()
  const { data = [] } = useQuery(projectsQuery)
  const options = data.map(({ value: cwd, count }) => ({ value: cwd, label: lastPart(cwd), note: cwd, count }))
  const all = t('alerts:form.allProjects')
  return (
    <FormField label={t('alerts:form.projects')}>
      {({ id }) =>
        isSingle ? (
          <Select
            id={id}
            label={t('alerts:form.projects')}
            value={value[0] ?? ''}
            options={[{ value: '', label: all }, ...options]}
            onChange={(cwd) => onChange(cwd === '' ? [] : [cwd])}
          />
        ) : (
          <MultiSelect
            label={value.length === 0 ? all : t('alerts:form.projects')}
            options={options}
            value={value}
            labelOf={lastPart}
            onChange={onChange}
          />
        )
      }
    </FormField>
  )
}
