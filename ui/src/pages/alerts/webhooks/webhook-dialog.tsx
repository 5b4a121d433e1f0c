import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { keys } from '../../../api/queries.js'
import type { Webhook, WebhookKind } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { PickField } from '../../../kit/pick-field.js'
import { KindFields } from './kind-fields.js'
import { RuleChoice, rulesIn } from './rule-choice.js'
import { setupIn, wrongInWebhook } from './setup.js'

interface WebhookDialogProps {
  /** Undefined for a new one. */
  readonly target: Webhook | undefined
  readonly kinds: readonly WebhookKind[]
  readonly onClose: () => void
}

/** A webhook as a form. Secrets are never filled in; a field that is left empty keeps its secret. */
export function WebhookDialog({ target, kinds, onClose }: WebhookDialogProps) {
  const t = useWords()
  const queries = useQueryClient()
  const [type, setType] = useState(target?.type ?? kinds[0]?.type ?? 'generic')
  const kind = kinds.find((one) => one.type === type)
  const send = async (form: FormData): Promise<void> => {
    if (kind === undefined) return
    const body = { name: formText(form, 'name'), rule_ids: rulesIn(form), ...setupIn(form, kind, target) }
    if (target === undefined) await call('POST /api/webhooks', { body: { ...body, type } })
    else await call('PATCH /api/webhooks/:id', { params: { id: target.id }, body })
    await queries.invalidateQueries({ queryKey: keys.webhooks })
  }
  return (
    <FormDialog
      title={target === undefined ? t('alerts:webhooks.new') : target.name}
      {...(target === undefined ? { action: t('alerts:webhooks.add') } : {})}
      check={(form) => (kind === undefined ? {} : wrongInWebhook(form, kind, target))}
      send={send}
      onClose={onClose}
    >
      <Field name="name" label={t('name')} value={target?.name ?? ''} />
      {target === undefined && (
        <PickField
          name="type"
          label={t('alerts:webhooks.kind')}
          value={type}
          options={kinds.map((one) => [one.type, one.label] as const)}
          onChange={setType}
        />
      )}
      {kind !== undefined && <KindFields key={type} kind={kind} target={target} />}
      <RuleChoice chosen={target?.rule_ids ?? null} />
    </FormDialog>
  )
}
