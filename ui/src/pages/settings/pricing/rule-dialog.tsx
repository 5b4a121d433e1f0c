import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { pricingQuery } from '../../../api/queries.js'
import { type Provider, PROVIDERS } from '../../../api/tools.js'
import type { PricingRule } from '../../../api/types.js'
import { count } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { PickField } from '../../../kit/pick-field.js'
import { FoldedRates } from './folded-rates.js'
import { hasLongRates, INTRO_RATES, LONG_RATES, type Rate, RATES } from './rates.js'

interface RuleDialogProps {
  /** Undefined for a new rule. */
  readonly rule: PricingRule | undefined
  /** What a new rule is to price, where that is known. */
  readonly model?: string | undefined
  readonly onClose: () => void
}

/** One pricing rule as a form. What is wrong is said by the service, and shown at the field it is about. */
export function RuleDialog({ rule, model = '', onClose }: RuleDialogProps) {
  const t = useWords()
  const queries = useQueryClient()
  // A new rule without a choice is put where its pattern says.
  const [provider, setProvider] = useState<Provider | ''>(rule?.provider ?? '')
  const send = async (form: FormData): Promise<void> => {
    const text = (name: string): string => formText(form, name)
    const rates = [...RATES, ...LONG_RATES, ...INTRO_RATES].map(
      ([name]) => [name, text(name) === '' ? 0 : text(name)] as const,
    )
    await call('PUT /api/pricing', {
      body: {
        model_pattern: text('model_pattern'),
        display_name: text('display_name'),
        ...(provider === '' ? {} : { provider }),
        intro_until: text('intro_until'),
        ...Object.fromEntries(rates),
      },
    })
    // Every cost on every page is another one now.
    await queries.invalidateQueries()
  }
  const rate = ([name, key]: Rate) => (
    <Field
      key={name}
      name={name}
      label={t(`settings:pricing.rate.${key}`)}
      value={String(rule?.[name] ?? '')}
      isNumber
    />
  )
  const { data } = useQuery(pricingQuery)
  const above = data?.pricing.find((other) => other.provider === provider)?.long_context_above
  const longTitle =
    above === undefined ? t('settings:pricing.long') : t('settings:pricing.longAbove', { tokens: count(above) })
  const providers: readonly (readonly [Provider | '', string])[] = [
    ...(rule === undefined ? [['', t('settings:pricing.byPattern')] as const] : []),
    ...PROVIDERS.map((known) => [known, t(`settings:pricing.card.${known}`)] as const),
  ]
  return (
    <FormDialog
      title={rule === undefined ? t('settings:pricing.new') : rule.display_name}
      send={send}
      onClose={onClose}
    >
      {/* The pattern is what a rule is known by: another one would be another rule. */}
      <Field
        name="model_pattern"
        label={t('settings:pricing.pattern')}
        value={rule?.model_pattern ?? model}
        fixed={rule !== undefined}
      />
      <Field name="display_name" label={t('name')} value={rule?.display_name ?? ''} />
      <PickField
        name="provider"
        label={t('settings:pricing.provider')}
        value={provider}
        options={providers}
        onChange={setProvider}
      />
      <fieldset className="rates">
        <legend>{t('settings:pricing.unit')}</legend>
        {RATES.map(rate)}
      </fieldset>
      <FoldedRates title={longTitle} prefix="long_" isOpen={rule !== undefined && hasLongRates(rule)}>
        {LONG_RATES.map(([name, key, standard]) => (
          <Field
            key={name}
            name={name}
            label={t(`settings:pricing.rate.${key}`)}
            value={String(rule?.[name] || '')}
            placeholder={String(rule?.[standard] ?? '')}
            isNumber
          />
        ))}
      </FoldedRates>
      <FoldedRates title={t('settings:pricing.promotion')} prefix="intro_" isOpen={Boolean(rule?.intro_until)}>
        <Field name="intro_until" label={t('settings:pricing.lastDay')} value={rule?.intro_until ?? ''} />
        {INTRO_RATES.map(rate)}
      </FoldedRates>
    </FormDialog>
  )
}
