import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCaller } from '../../../api/caller.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { Dialog } from '../../../kit/dialog.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { pushedQuery } from '../queries.js'
import { webhooksQuery } from '../webhooks/queries.js'
import { type Draft, isBudget, TRIGGERS, wrongIn } from './draft.js'
import { TextField, WrongFields } from './form-field.js'
import { Preview } from './preview.js'
import { ProjectField } from './project-field.js'
import styles from './rule-form.module.css'
import { save } from './save.js'
import { getsAlertsOf, SendTo } from './send-to.js'
import { TriggerFields } from './trigger-fields.js'
import { useDeleteRule } from './use-delete-rule.js'
import { useRuleTest } from './use-rule-test.js'

interface RuleFormProps {
  readonly start: Draft
  readonly onClose: () => void
}

/** A rule or a budget as a form. All errors are shown at once, after the first attempt to save. */
export function RuleForm({ start, onClose }: RuleFormProps) {
  const t = useWords()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(start)
  const [isTried, setTried] = useState(false)
  const { data: webhooks = [], isPending: isLoadingWebhooks } = useQuery(webhooksQuery)
  const { data: isPushed, isPending: isLoadingPush } = useQuery(pushedQuery)
  // Until they are known, a test or a save would reach none of them.
  const isLoadingTargets = isLoadingWebhooks || isLoadingPush
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const targets = chosen ?? new Set(webhooks.filter(getsAlertsOf(draft.id)).map(({ id }) => id))
  const sending = useMutation({
    mutationFn: () => save(draft, webhooks, targets),
    onSuccess: async () => {
      const changed = [keys.alertRules, keys.budgets, keys.alerts, keys.webhooks]
      await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })))
      onClose()
    },
  })
  const wrong = wrongIn(draft)
  const shown = isTried ? wrong : []
  const test = useRuleTest()
  const change = (part: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...part }))
    test.reset()
  }
  const sendTest = (): void => {
    const chosenOnes = webhooks.filter(({ id }) => targets.has(id)).map(({ id }) => id)
    test.send({ webhooks: chosenOnes, browsers: isPushed === true }, draft.name.trim() || t('alerts:rules.new'))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (wrong.length === 0) sending.mutate()
  }
  const isNew = draft.id === null
  const noun = isBudget(start) ? 'budget' : 'rules'
  const deletion = useDeleteRule(noun, onClose)
  const caller = useCaller()
  const isStaff = caller !== undefined && caller.role !== 'member'
  const canChoose = isNew && TRIGGERS.some((trigger) => trigger === draft.trigger)
  return (
    <Dialog title={isNew ? t('alerts:rules.new') : start.name} size="large" ignoresOutside onClose={onClose}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <WrongFields value={shown}>
          {shown.length > 0 && (
            <p role="alert" className={styles['wrong']}>
              {t('alerts:form.fixFields', { count: shown.length })}
            </p>
          )}
          <div className={styles['two']}>
            <TextField
              label={t('name')}
              field="name"
              value={draft.name}
              placeholder={t(isBudget(draft) ? 'alerts:form.budgetName' : 'alerts:form.ruleName')}
              autoFocus
              onChange={(name) => change({ name })}
            />
            <ProjectField
              isSingle={isBudget(draft)}
              value={draft.projects}
              onChange={(projects) => change({ projects })}
            />
          </div>
          {canChoose && (
            <div className={styles['field']}>
              <span aria-hidden>{t('alerts:form.trigger')}</span>
              <SegmentedControl
                label={t('alerts:form.trigger')}
                hidesLabel
                name="trigger"
                value={draft.trigger}
                options={TRIGGERS.map((trigger) => [trigger, t(`alerts:trigger.${trigger}`)] as const)}
                onChange={(trigger) => change({ trigger })}
              />
            </div>
          )}
          <TriggerFields draft={draft} change={change} />
          {isStaff && !isBudget(draft) && (
            <div className={styles['field']}>
              <span aria-hidden>{t('alerts:form.watches')}</span>
              <SegmentedControl
                label={t('alerts:form.watches')}
                hidesLabel
                name="scope"
                value={draft.scope}
                options={[
                  ['own', t('alerts:form.scope.own')],
                  ['all', t('alerts:form.scope.all')],
                ]}
                onChange={(scope) => change({ scope })}
              />
            </div>
          )}
          <SendTo webhooks={webhooks} rule={draft.id} chosen={targets} onChange={setChosen} />
        </WrongFields>
        {sending.error !== null && (
          <p role="alert" className="bad">
            {advice(sending.error)}
          </p>
        )}
        <div className={styles['foot']}>
          {!isNew && (
            <button type="button" className={buttons['danger']} onClick={() => deletion.ask(start)}>
              {t(`alerts:${noun}.delete`)}
            </button>
          )}
          {test.outcome ?? <Preview draft={draft} />}
          <button
            type="button"
            className={classes(buttons['button'], styles['plain'])}
            disabled={isLoadingTargets || test.isSending}
            onClick={sendTest}
          >
            {t('alerts:form.test')}
          </button>
          <button type="button" className={buttons['button']} onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className={buttons['primary']} disabled={isLoadingTargets || sending.isPending}>
            {isNew ? t(isBudget(draft) ? 'alerts:form.addBudget' : 'alerts:form.addRule') : t('save')}
          </button>
        </div>
      </form>
      {deletion.dialog}
    </Dialog>
  )
}
