import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import type { PricingRule } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { Promotion } from './promotion.js'
import { INTRO_RATES, type Rate, RATES } from './rates.js'

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
  const send = async (form: FormData): Promise<void> => {
    const text = (name: string): string => formText(form, name)
    const rates = [...RATES, ...INTRO_RATES].map(([name]) => [name, text(name) === '' ? 0 : text(name)] as const)
    await call('PUT /api/pricing', {
      body: {
        model_pattern: text('model_pattern'),
        display_name: text('display_name'),
        intro_until: text('intro_until'),
        ...Object.fromEntries(rates),
      },
    })
    // Every cost on every page is another one now.
    await queries.invalidateQueries()
  }
  const rate = ([name, key]: Rate) => (
    <Field key={name} name={name} label={t(`config:pricing.rate.${key}`)} value={String(rule?.[name] ?? '')} isNumber />
  )
  return (
    <FormDialog title={rule === undefined ? t('config:pricing.new') : rule.display_name} send={send} onClose={onClose}>
      {/* The pattern is what a rule is known by: another one would be another rule. */}
      <Field
        name="model_pattern"
        label={t('config:pricing.pattern')}
        value={rule?.model_pattern ?? model}
        fixed={rule !== undefined}
      />
      <Field name="display_name" label={t('config:name')} value={rule?.display_name ?? ''} />
      <fieldset className="rates">
        <legend>{t('config:pricing.unit')}</legend>
        {RATES.map(rate)}
      </fieldset>
      <Promotion isOpen={Boolean(rule?.intro_until)}>
        <Field name="intro_until" label={t('config:pricing.lastDay')} value={rule?.intro_until ?? ''} />
        {INTRO_RATES.map(rate)}
      </Promotion>
    </FormDialog>
  )
}
