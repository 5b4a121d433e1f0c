import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import type { AlertRule } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText, formValue } from '../../../kit/form-text.js'
import { PickField } from '../../../kit/pick-field.js'
import { ConfigFields } from './config-fields.js'
import type { Preset } from './presets.js'
import { CONFIG_FIELDS, RULE_TYPES, type RuleType } from './rule-types.js'

const DEFAULT_COOLDOWN = '300'

/** The configuration as it was entered: what is wrong in it is for the service to say. */
function configIn(form: FormData, type: RuleType): Record<string, unknown> {
  const fields = CONFIG_FIELDS[type].map(({ name, isNumber = false }) => [
    name,
    formValue(form, `config.${name}`, isNumber),
  ])
  const status = type === 'status_duration' ? { status: formText(form, 'config.status') } : {}
  return { ...Object.fromEntries(fields.filter(([, value]) => value !== undefined)), ...status }
}

interface AlertRuleDialogProps {
  /** Undefined for a new rule. */
  readonly rule?: AlertRule
  /** What a new rule begins with. */
  readonly preset?: Preset | undefined
  readonly onClose: () => void
}

/** One alert rule as a form; its kind is chosen once. */
export function AlertRuleDialog({ rule, preset, onClose }: AlertRuleDialogProps) {
  const t = useWords()
  const known = rule ?? preset
  const name = preset === undefined ? (rule?.name ?? '') : t(`alerts:rules.presets.${preset.key}`)
  const queries = useQueryClient()
  const [type, setType] = useState<RuleType>(known?.rule_type ?? 'event_pattern')
  const send = async (form: FormData): Promise<void> => {
    const body = {
      name: formText(form, 'name'),
      config: configIn(form, type),
      // What is no number goes as it is: the service says what it should be.
      cooldown_seconds: (formValue(form, 'cooldown_seconds', true) ?? null) as number | null,
    }
    if (rule === undefined) await call('POST /api/alerts/rules', { body: { ...body, rule_type: type } })
    else await call('PATCH /api/alerts/rules/:id', { params: { id: rule.id }, body })
    await queries.invalidateQueries({ queryKey: keys.alertRules })
  }
  return (
    <FormDialog title={rule === undefined ? t('alerts:rules.new') : rule.name} send={send} onClose={onClose}>
      <Field name="name" label={t('name')} value={name} />
      {rule === undefined && (
        <PickField
          name="rule_type"
          label={t('alerts:rules.when')}
          value={type}
          options={RULE_TYPES.map((one) => [one, t(`alerts:rules.type.${one}`)] as const)}
          onChange={setType}
        />
      )}
      <ConfigFields key={type} type={type} config={known?.rule_type === type ? known.config : {}} />
      <Field
        name="cooldown_seconds"
        label={t('alerts:rules.cooldown')}
        value={known === undefined ? DEFAULT_COOLDOWN : String(known.cooldown_seconds)}
        isNumber
      />
    </FormDialog>
  )
}
