import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pricingQuery } from './queries.js'
import { type Provider, PROVIDERS } from '../../../api/tools.js'
import type { PricingRule } from '../../../api/types.js'
import { count } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { PickField } from '../../../kit/pick-field.js'
import { FoldedRates } from './folded-rates.js'
import styles from './pricing.module.css'
import { hasLongRates, INTRO_RATES, LONG_RATES, type Rate, RATES, type RuleBody } from './rates.js'

/** The rates of which 0 is a price. */
const MAIN: ReadonlySet<string> = new Set(['input_per_mtok', 'output_per_mtok'])

interface RuleDialogProps {
  /** Undefined for a new rule. */
  readonly rule: PricingRule | undefined
  /** The model to price, if it is known. */
  readonly model?: string | undefined
  /** Sets the rule in place of the one before. */
  readonly save: (body: RuleBody, before: PricingRule | undefined) => Promise<void>
  readonly onClose: () => void
}

/** One price as a form. The service checks it, and its errors are shown at their fields. */
export function RuleDialog({ rule, model = '', save, onClose }: RuleDialogProps) {
  const t = useWords()
  // A new rule without a choice gets the provider of its pattern.
  const [provider, setProvider] = useState<Provider | ''>(rule?.provider ?? '')
  const send = async (form: FormData): Promise<void> => {
    const text = (name: string): string => formText(form, name)
    const rates = [...RATES, ...LONG_RATES, ...INTRO_RATES].map(
      ([name]) => [name, text(name) === '' ? 0 : text(name)] as const,
    )
    await save(
      {
        model_pattern: text('model_pattern'),
        display_name: text('display_name'),
        ...(provider === '' ? {} : { provider }),
        intro_until: text('intro_until'),
        ...Object.fromEntries(rates),
      },
      rule,
    )
  }
  const rate = ([name, key]: Rate) => (
    <Field
      key={name}
      name={name}
      label={t(`settings:pricing.rate.${key}`)}
      // 0 is a price for input and output; for the others it means that the rule has none.
      value={String((MAIN.has(name) ? rule?.[name] : rule?.[name] || '') ?? '')}
      autoFocus={rule !== undefined && name === 'input_per_mtok'}
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
      {/* The pattern identifies a rule: another one would be another rule. */}
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
      <fieldset className={styles['rates']}>
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
