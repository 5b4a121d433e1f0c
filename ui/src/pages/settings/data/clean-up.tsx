import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { t } from '../../../i18n/i18n.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'
import { formText } from '../../../kit/form-text.js'

/** What came of it, or why nothing did. */
type Outcome = 'enter' | 'nothing' | { readonly ended: number; readonly deleted: number }

interface Limits {
  readonly abandon_hours?: number
  readonly purge_days?: number
}

const limitsIn = (form: FormData): Limits =>
  Object.fromEntries(
    ['abandon_hours', 'purge_days'].flatMap((name) => {
      const text = formText(form, name)
      return text === '' ? [] : [[name, Number(text)] as const]
    }),
  )

/** Ends and deletes what is old. What that is, is counted by the service first, and confirmed. */
export function CleanUp() {
  useWords()
  const queries = useQueryClient()
  const [limits, setLimits] = useState<Limits>()
  const [outcome, setOutcome] = useState<Outcome>()
  const preview = useMutation({
    mutationFn: (body: Limits) => call('POST /api/settings/cleanup', { body: { ...body, dry_run: true } }),
  })
  const cleanUp = useMutation({
    mutationFn: (body: Limits) => call('POST /api/settings/cleanup', { body }),
    onSuccess: async ({ abandoned, purged_sessions }) => {
      await queries.invalidateQueries()
      setOutcome({ ended: abandoned, deleted: purged_sessions })
      setLimits(undefined)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const asked = limitsIn(new FormData(event.currentTarget))
    setOutcome(undefined)
    if (Object.keys(asked).length === 0) return setOutcome('enter')
    preview.mutate(asked, {
      onSuccess: ({ abandoned, purged_sessions }) => {
        if (abandoned + purged_sessions === 0) setOutcome('nothing')
        else setLimits(asked)
      },
    })
    return undefined
  }
  const found = preview.data
  return (
    <form className="setting-row" onSubmit={submit}>
      <div>
        <b>{t('settings:data.clean.title')}</b>
        <div className="limits">
          <label>
            <Trans i18nKey="settings:data.clean.hours" components={{ field: <Amount name="abandon_hours" /> }} />
          </label>
          <label>
            <Trans i18nKey="settings:data.clean.days" components={{ field: <Amount name="purge_days" /> }} />
          </label>
        </div>
        {preview.error !== null && (
          <p role="alert" className="bad">
            {advice(preview.error)}
          </p>
        )}
      </div>
      <span role="status">{outcome !== undefined && outcomeWords(outcome)}</span>
      <div className="buttons">
        <button type="submit" className="btn" disabled={preview.isPending}>
          {t('settings:data.clean.count')}
        </button>
      </div>
      {limits !== undefined && found !== undefined && (
        <Confirm
          title={t('settings:data.clean.sure')}
          action={t('settings:data.clean.title')}
          busy={cleanUp.isPending}
          error={cleanUp.error === null ? undefined : advice(cleanUp.error)}
          onConfirm={() => cleanUp.mutate(limits)}
          onClose={() => setLimits(undefined)}
        >
          {found.abandoned > 0 && <p>{t('settings:data.clean.willEnd', { count: found.abandoned })}</p>}
          {found.purged_sessions > 0 && (
            <p>
              {t('settings:data.clean.willGo', {
                count: found.purged_sessions,
                events: t('settings:data.withEvents', { count: found.purged_events }),
                agents: t('settings:data.withAgents', { count: found.purged_agents }),
              })}
            </p>
          )}
        </Confirm>
      )}
    </form>
  )
}

const Amount = ({ name }: { name: keyof Limits }) => (
  <input name={name} type="number" step="any" inputMode="decimal" autoComplete="off" />
)

const outcomeWords = (outcome: Outcome): string =>
  typeof outcome === 'string'
    ? t(`settings:data.clean.${outcome}`)
    : t('settings:data.clean.done', { count: outcome.ended, deleted: outcome.deleted })
