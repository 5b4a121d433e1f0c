import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { pricingQuery } from '../../../api/queries.js'
import type { PricingRule } from '../../../api/types.js'
import { type Column, Figure } from '../../../figures/figure.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'
import { Unread } from '../../../kit/unread.js'
import { SearchField } from '../../../kit/search-field.js'
import { ActWords } from '../../../kit/act-words.js'
import { RATES, rateWords } from './rates.js'
import { RuleDialog } from './rule-dialog.js'
import { UnpricedModels } from './unpriced-models.js'

const TABLE_RATES = RATES.slice(0, 5)

type Asked =
  | { readonly kind: 'edit'; readonly rule: PricingRule | undefined; readonly model?: string }
  | { readonly kind: 'delete'; readonly rule: PricingRule }
  | { readonly kind: 'reset' }

const columnsWith = (ask: (asked: Asked) => void): readonly Column<PricingRule>[] => [
  {
    title: t('settings:pricing.model'),
    value: (rule) => rule.model_pattern,
    show: (rule) => (
      <>
        <span className="mono">{rule.model_pattern}</span>
        {!rule.is_default && <span className="chip soft">{t('settings:pricing.yours')}</span>}
      </>
    ),
  },
  { title: t('name'), isSpare: true, value: (rule) => rule.display_name },
  ...TABLE_RATES.map(([name, key]) => ({
    title: t(`settings:pricing.rate.${key}`),
    isNumber: true,
    isSpare: name.startsWith('cache_'),
    value: (rule: PricingRule) => rule[name],
    show: (rule: PricingRule) => rateWords(rule[name]),
  })),
  {
    title: t('settings:pricing.change'),
    isNumber: true,
    isAction: true,
    value: () => null,
    show: (rule) => (
      <span className="row-acts">
        <button type="button" onClick={() => ask({ kind: 'edit', rule })}>
          <ActWords act="edit" name={rule.model_pattern} />
        </button>
        {!rule.is_default && (
          <button type="button" onClick={() => ask({ kind: 'delete', rule })}>
            <ActWords act="delete" name={rule.model_pattern} />
          </button>
        )}
      </span>
    ),
  },
]

/** What tokens cost: the rules that came with the service, and those that were set. */
export function PricingSection() {
  useWords()
  const { data, error } = useQuery(pricingQuery)
  const [asked, setAsked] = useState<Asked>()
  const [words, setWords] = useState<string>()
  if (data === undefined) return <Unread error={error} />
  const rules = data.pricing
  const own = rules.filter(({ is_default }) => !is_default).length
  const wanted = (words ?? '').toLowerCase()
  const shown = rules.filter(({ model_pattern, display_name }) =>
    `${model_pattern} ${display_name}`.toLowerCase().includes(wanted),
  )
  const close = (): void => setAsked(undefined)
  return (
    <div className="setting">
      <Figure
        title={t('settings:pricing.title')}
        says={
          own === 0
            ? t('settings:pricing.saysNone', { count: rules.length })
            : t('settings:pricing.says', { count: rules.length, own })
        }
        name="pricing"
        columns={columnsWith(setAsked)}
        rows={shown}
        controls={
          <>
            <UnpricedModels onPrice={(model) => setAsked({ kind: 'edit', rule: undefined, model })} />
            <div className="buttons">
              <SearchField
                label={t('settings:pricing.find')}
                placeholder={t('settings:pricing.find')}
                value={words}
                onChange={setWords}
              />
              <button type="button" className="btn" onClick={() => setAsked({ kind: 'reset' })}>
                {t('settings:pricing.reset')}
              </button>
              <button type="button" className="btn primary" onClick={() => setAsked({ kind: 'edit', rule: undefined })}>
                {t('settings:pricing.add')}
              </button>
            </div>
          </>
        }
      />
      {shown.length === 0 && <p className="faint">{t('settings:pricing.noneFound')}</p>}
      {asked?.kind === 'edit' && <RuleDialog rule={asked.rule} model={asked.model} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteRule rule={asked.rule} onClose={close} />}
      {asked?.kind === 'reset' && <ResetRules own={own} onClose={close} />}
    </div>
  )
}

function DeleteRule({ rule, onClose }: { rule: PricingRule; onClose: () => void }) {
  useWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/pricing/:pattern', { params: { pattern: rule.model_pattern } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Confirm
      title={t('sureToDelete', { name: rule.display_name })}
      action={t('settings:pricing.delete')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {t('settings:pricing.deleteSays')}
    </Confirm>
  )
}

function ResetRules({ own, onClose }: { own: number; onClose: () => void }) {
  useWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/settings/reset-pricing', { body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      onClose()
    },
  })
  return (
    <Confirm
      title={t('settings:pricing.sureToReset')}
      action={t('settings:pricing.resetNow')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {own === 0 ? t('settings:pricing.resetNone') : t('settings:pricing.resetOwn', { count: own })}
    </Confirm>
  )
}
