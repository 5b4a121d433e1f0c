import { useQuery } from '@tanstack/react-query'
import { budgetsQuery } from '../../../api/queries.js'
import { alertRulesQuery } from '../queries.js'
import type { AlertRule, Budget } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { type Draft, draftOfBudget, draftOfRule, NEW_DRAFT } from './draft.js'
import { draftOfPreset, PRESETS } from './presets.js'
import { RuleForm } from './rule-form.js'
import { useEditing } from './use-editing.js'

/** The form of the rule or budget that the address names; nothing if it names none. */
export function EditRule() {
  const t = useWords()
  const { edit, close } = useEditing()
  const { data: rules } = useQuery(alertRulesQuery)
  const { data: budgets } = useQuery(budgetsQuery)
  if (edit === undefined) return null
  const preset = PRESETS.find(({ key }) => edit === `new-${key}`)
  const draft = preset
    ? draftOfPreset(preset, t(`alerts:presets.${preset.key}`))
    : edit === 'new'
      ? NEW_DRAFT
      : stored(edit, rules, budgets)
  return draft === undefined ? null : <RuleForm key={edit} start={draft} onClose={close} />
}

function stored(
  id: string,
  rules: readonly AlertRule[] | undefined,
  budgets: readonly Budget[] | undefined,
): Draft | undefined {
  const rule = rules?.find((one) => one.id === id)
  if (rule !== undefined) return draftOfRule(rule)
  const budget = budgets?.find((one) => one.id === id)
  return budget === undefined ? undefined : draftOfBudget(budget)
}
