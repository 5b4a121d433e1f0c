import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { eventFacetsQuery } from '../../../events/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import check from '../../../kit/check.module.css'
import { Combobox } from '../../../kit/combobox.js'
import type { Option } from '../../../kit/option.js'
import { Select } from '../../../kit/select.js'
import { BudgetPreview } from './budget-preview.js'
import { type Draft, isBudget, numberIn, PERIODS } from './draft.js'
import { FormField, TextField } from './form-field.js'
import styles from './rule-form.module.css'

interface TriggerFieldsProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

/** What the trigger of a rule asks for, and its cooldown. */
export function TriggerFields({ draft, change }: TriggerFieldsProps) {
  const t = useWords()
  const cooldown = (
    <TextField
      label={t('alerts:form.cooldown')}
      field="cooldown"
      value={draft.cooldown}
      unit={t('alerts:form.minutes')}
      onChange={(entered) => change({ cooldown: entered })}
    />
  )
  switch (draft.trigger) {
    case 'event':
      return (
        <>
          <EventFields draft={draft} change={change} />
          <div className={styles['three']}>
            <TextField
              label={t('alerts:form.count')}
              field="count"
              value={draft.count}
              unit={t('alerts:form.events')}
              onChange={(count) => change({ count })}
            />
            {numberIn(draft.count) > 1 && (
              <TextField
                label={t('alerts:form.within')}
                field="within"
                value={draft.within}
                unit={t('alerts:form.minutes')}
                onChange={(within) => change({ within })}
              />
            )}
            {cooldown}
          </div>
        </>
      )
    case 'cost':
      return <CostFields draft={draft} change={change} cooldown={cooldown} />
    case 'context':
    case 'limit':
      return (
        <div className={styles['two']}>
          <TextField
            label={t(`alerts:form.percent.${draft.trigger}`)}
            field="percent"
            value={draft.percent}
            unit="%"
            onChange={(percent) => change({ percent })}
          />
          {cooldown}
        </div>
      )
    case 'tokens':
      return (
        <div className={styles['two']}>
          <TextField
            label={t('alerts:form.tokens')}
            field="tokens"
            value={draft.tokens}
            unit={t('alerts:form.tokenUnit')}
            onChange={(tokens) => change({ tokens })}
          />
          {cooldown}
        </div>
      )
    default:
      return (
        <div className={styles['two']}>
          <TextField
            label={t(`alerts:form.time.${draft.trigger}`)}
            field="minutes"
            value={draft.minutes}
            unit={t('alerts:form.minutes')}
            onChange={(minutes) => change({ minutes })}
          />
          {cooldown}
        </div>
      )
  }
}

const optionsOf = (seen: readonly { readonly value: string; readonly count: number }[] = []): readonly Option[] =>
  seen.toSorted((a, b) => b.count - a.count).map(({ value, count }) => ({ value, label: value, count }))

function EventFields({ draft, change }: TriggerFieldsProps) {
  const t = useWords()
  const { data: seen } = useQuery(eventFacetsQuery)
  return (
    <>
      <div className={styles['two']}>
        <FormField label={t('alerts:form.event')} field="eventType">
          {(control) => (
            <Combobox
              {...control}
              label={t('alerts:form.event')}
              placeholder={t('alerts:form.anyEvent')}
              options={optionsOf(seen?.counts?.event_types)}
              value={draft.eventType}
              allowsText
              onChange={(eventType) => change({ eventType })}
            />
          )}
        </FormField>
        <FormField label={t('alerts:form.tool')}>
          {(control) => (
            <Combobox
              {...control}
              label={t('alerts:form.tool')}
              placeholder={t('alerts:form.anyTool')}
              options={optionsOf(seen?.counts?.tool_names)}
              value={draft.tool}
              allowsText
              onChange={(tool) => change({ tool })}
            />
          )}
        </FormField>
      </div>
      <TextField
        label={t('alerts:form.text')}
        value={draft.text}
        placeholder={t('alerts:form.anyText')}
        onChange={(text) => change({ text })}
      />
    </>
  )
}

const SHARES = ['50,80,100', '80,100', '100', ''] as const
type Shares = (typeof SHARES)[number]
const ALL_SHARES = [50, 80, 100] as const

function CostFields({ draft, change, cooldown }: TriggerFieldsProps & { readonly cooldown: ReactNode }) {
  const t = useWords()
  const isNew = draft.id === null
  // A rule cannot become a budget, nor a budget a rule.
  const periods = PERIODS.filter((per) => isNew || (per === 'session') === (draft.per === 'session'))
  return (
    <>
      <div className={styles['three']}>
        <TextField
          label={t('alerts:form.amount')}
          field="usd"
          value={draft.usd}
          sign="$"
          onChange={(usd) => change({ usd })}
        />
        <FormField label={t('alerts:form.per')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('alerts:form.per')}
              value={draft.per}
              options={periods.map((per) => ({ value: per, label: t(`alerts:per.${per}`) }))}
              onChange={(per) =>
                change({ per, ...(per === 'session' ? {} : { projects: draft.projects.slice(0, 1) }) })
              }
            />
          )}
        </FormField>
        {isBudget(draft) ? (
          <FormField label={t('alerts:form.alertAt')}>
            {({ id }) => (
              <Select<Shares>
                id={id}
                label={t('alerts:form.alertAt')}
                value={SHARES.find((shares) => shares === draft.alertAt.join(',')) ?? '50,80,100'}
                options={SHARES.map((shares) => ({
                  value: shares,
                  label: t(`alerts:shares.${shares === '' ? 'none' : shares}`),
                }))}
                onChange={(shares) =>
                  change({ alertAt: ALL_SHARES.filter((share) => shares.split(',').includes(String(share))) })
                }
              />
            )}
          </FormField>
        ) : (
          cooldown
        )}
      </div>
      {isBudget(draft) && (
        <>
          <label className={check['check']}>
            <input
              type="checkbox"
              checked={draft.pausesStarts}
              onChange={({ target: { checked } }) => change({ pausesStarts: checked })}
            />
            {t('alerts:form.pausesStarts')}
          </label>
          <BudgetPreview draft={draft} />
        </>
      )}
    </>
  )
}
