import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { sessionFacetsQuery } from '../../../api/session-queries.js'
import { bytes, exactCount, lastPart, usd } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { notify } from '../../../kit/notices.js'
import { Select } from '../../../kit/select.js'
import { SettingRow } from '../../../kit/setting-row.js'
import { Danger } from '../danger.js'

const HOURS = ['6', '24', '72', '168'] as const
const DAYS = ['30', '90', '180', '365'] as const

interface Limits {
  readonly abandon_hours?: number
  readonly purge_days?: number
}
type Counted = RouteAnswer<'POST /api/settings/cleanup'>

interface CleanUpProps {
  /** After something changed. */
  readonly onDone: () => unknown
}

/** Ends open sessions without activity. */
export const EndIdle = ({ onDone }: CleanUpProps) => (
  <CleanUp
    name="idle"
    options={HOURS}
    preset="24"
    labelOf={(hours) =>
      Number(hours) < 72
        ? t('settings:data.hours', { count: Number(hours) })
        : t('settings:data.days', { count: Number(hours) / 24 })
    }
    limitsOf={(hours) => ({ abandon_hours: hours })}
    many={({ abandoned }) => abandoned}
    countsOf={({ abandoned }) => [[exactCount(abandoned), t('settings:data.sessions', { count: abandoned })]]}
    onDone={onDone}
  />
)

/** Deletes finished sessions without recent activity. */
export const DeleteOld = ({ onDone }: CleanUpProps) => (
  <CleanUp
    name="old"
    options={DAYS}
    preset="90"
    labelOf={(days) => t('settings:data.days', { count: Number(days) })}
    limitsOf={(days) => ({ purge_days: days })}
    many={({ purged_sessions }) => purged_sessions}
    hasProjects
    countsOf={({ purged_sessions, purged_agents, purged_events, purged_cost, purged_bytes }) => [
      [exactCount(purged_sessions), t('settings:data.sessions', { count: purged_sessions })],
      [exactCount(purged_agents), t('settings:data.agents', { count: purged_agents })],
      [exactCount(purged_events), t('settings:data.events', { count: purged_events })],
      ...(purged_cost === undefined ? [] : [[usd(purged_cost), t('settings:data.cost')] as const]),
      ...(purged_bytes === undefined ? [] : [[bytes(purged_bytes), t('settings:data.size')] as const]),
    ]}
    onDone={onDone}
  />
)

interface ByAgeProps extends CleanUpProps {
  readonly name: 'idle' | 'old'
  readonly options: readonly string[]
  readonly preset: string
  /** Whether it can be limited to a project. */
  readonly hasProjects?: boolean
  readonly labelOf: (age: string) => string
  readonly limitsOf: (age: number) => Limits
  readonly many: (counted: Counted) => number
  readonly countsOf: (counted: Counted) => readonly (readonly [string, string])[]
}

/** Counts what is old enough first, and changes it after a confirmation. */
function CleanUp(props: ByAgeProps) {
  const { name, options, preset, hasProjects = false, labelOf, limitsOf, many, countsOf, onDone } = props
  useWords()
  const [age, setAge] = useState(preset)
  const [cwd, setCwd] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const body = { ...limitsOf(Number(age)), ...(cwd === '' ? {} : { cwd }) }
  const preview = useMutation({
    mutationFn: () => call('POST /api/settings/cleanup', { body: { ...body, dry_run: true } }),
    onSuccess: (counted) => {
      if (many(counted) === 0) notify(t(`settings:data.${name}.none`))
    },
  })
  const run = useMutation({
    mutationFn: (currentPassword: string | undefined) => call('POST /api/settings/cleanup', { body, currentPassword }),
    onSuccess: async (done) => {
      await onDone()
      preview.reset()
      notify(t(`settings:data.${name}.done`, { count: many(done) }))
    },
  })
  const found = preview.data === undefined || many(preview.data) === 0 ? undefined : preview.data
  const below: ReactNode = found !== undefined && (
    <Danger
      counts={countsOf(found)}
      action={t(`settings:data.${name}.action`, { count: many(found) })}
      asksPassword
      busy={run.isPending}
      opener={opener}
      error={run.error === null ? undefined : advice(run.error)}
      onConfirm={run.mutate}
      onCancel={() => preview.reset()}
    >
      {t(`settings:data.${name}.stays`)}
    </Danger>
  )
  return (
    <SettingRow
      label={t(`settings:data.${name}.label`)}
      isWide
      error={preview.error === null ? undefined : advice(preview.error)}
      below={below || undefined}
    >
      <Select
        label={t(`settings:data.${name}.age`)}
        value={age}
        options={options.map((value) => ({ value, label: labelOf(value) }))}
        onChange={(next) => {
          setAge(next)
          preview.reset()
        }}
      />
      {hasProjects && (
        <ProjectSelect
          value={cwd}
          onChange={(next) => {
            setCwd(next)
            preview.reset()
          }}
        />
      )}
      <button
        ref={opener}
        type="button"
        className={buttons['button']}
        disabled={preview.isPending}
        onClick={() => preview.mutate()}
      >
        {t('settings:data.preview')}
        <span className="sr-only"> {t(`settings:data.${name}.label`)}</span>
      </button>
    </SettingRow>
  )
}

function ProjectSelect({ value, onChange }: { value: string; onChange: (cwd: string) => void }) {
  const words = useWords()
  const { data } = useQuery(sessionFacetsQuery)
  const projects = (data?.counts.cwd ?? []).map(({ value: cwd, count }) => ({
    value: cwd,
    label: lastPart(cwd),
    note: cwd,
    count,
  }))
  return (
    <Select
      label={words('settings:data.project')}
      value={value}
      options={[{ value: '', label: words('settings:data.allProjects') }, ...projects]}
      onChange={onChange}
    />
  )
}
