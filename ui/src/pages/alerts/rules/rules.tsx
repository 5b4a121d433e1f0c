import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { alertRulesQuery, keys } from '../../../api/queries.js'
import type { AlertRule } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'
import { Unread } from '../../../kit/unread.js'
import { Switch } from '../../../kit/switch.js'
import { ActWords } from '../../../kit/act-words.js'
import { type Preset, PRESETS } from './presets.js'
import { AlertRuleDialog } from './rule-dialog.js'
import { cooldownWords, rulesWords, ruleWords } from './rule-types.js'

type Asked =
  | { readonly kind: 'new'; readonly preset?: Preset }
  | { readonly kind: 'edit'; readonly rule: AlertRule }
  | { readonly kind: 'delete'; readonly rule: AlertRule }

/** What is watched for: every rule with its switch, and the way to another one. */
export function AlertRules() {
  const t = useWords()
  const { data: rules, error } = useQuery({ ...alertRulesQuery, staleTime: 0 })
  const [asked, setAsked] = useState<Asked>()
  if (rules === undefined) return <Unread error={error} />
  const close = (): void => setAsked(undefined)
  return (
    <section className="setting" aria-labelledby="rules-title">
      <div className="setting-head">
        <h2 id="rules-title">{t('alerts:rules.title')}</h2>
        <p className="says">
          {rules.length === 0 ? t('alerts:rules.none') : t('alerts:rules.says', { rules: rulesWords(rules) })}
        </p>
        <div className="buttons">
          <button type="button" className="btn primary" onClick={() => setAsked({ kind: 'new' })}>
            {t('alerts:rules.add')}
          </button>
        </div>
      </div>
      {rules.length === 0 && <Presets onChoose={(preset) => setAsked({ kind: 'new', preset })} />}
      {rules.map((rule) => (
        <RuleRow
          key={rule.id}
          rule={rule}
          onEdit={() => setAsked({ kind: 'edit', rule })}
          onDelete={() => setAsked({ kind: 'delete', rule })}
        />
      ))}
      {asked?.kind === 'new' && <AlertRuleDialog preset={asked.preset} onClose={close} />}
      {asked?.kind === 'edit' && <AlertRuleDialog rule={asked.rule} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteRule rule={asked.rule} onClose={close} />}
    </section>
  )
}

/** Rules to begin with, where there is none. */
function Presets({ onChoose }: { onChoose: (preset: Preset) => void }) {
  const t = useWords()
  return (
    <div className="empty presets">
      <p>{t('alerts:rules.begin')}</p>
      {PRESETS.map((preset) => (
        <button key={preset.key} type="button" className="btn" onClick={() => onChoose(preset)}>
          {t(`alerts:rules.presets.${preset.key}`)}
        </button>
      ))}
    </div>
  )
}

interface RuleRowProps {
  readonly rule: AlertRule
  readonly onEdit: () => void
  readonly onDelete: () => void
}

function RuleRow({ rule, onEdit, onDelete }: RuleRowProps) {
  const t = useWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (enabled: boolean) =>
      call('PATCH /api/alerts/rules/:id', { params: { id: rule.id }, body: { enabled } }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.alertRules }),
  })
  return (
    <div className={`setting-row ${rule.enabled ? '' : 'off'}`}>
      <div>
        <b>{rule.name}</b>
        <p className="faint">
          {t('alerts:rules.row', { rule: ruleWords(rule), cooldown: cooldownWords(rule.cooldown_seconds) })}
        </p>
        {error !== null && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
      </div>
      <Switch
        label={t('alerts:rules.switch', { name: rule.name })}
        isOn={rule.enabled}
        disabled={isPending}
        onChange={mutate}
      />
      <div className="row-acts">
        <button type="button" onClick={onEdit}>
          <ActWords act="edit" name={rule.name} />
        </button>
        <button type="button" onClick={onDelete}>
          <ActWords act="delete" name={rule.name} />
        </button>
      </div>
    </div>
  )
}

function DeleteRule({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const t = useWords()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('DELETE /api/alerts/rules/:id', { params: { id: rule.id } }),
    onSuccess: async () => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.alertRules }),
        queries.invalidateQueries({ queryKey: keys.alerts }),
      ])
      onClose()
    },
  })
  return (
    <Confirm
      title={t('sureToDelete', { name: rule.name })}
      action={t('alerts:rules.delete')}
      busy={isPending}
      error={error === null ? undefined : advice(error)}
      onConfirm={mutate}
      onClose={onClose}
    >
      {t('alerts:rules.deleteSays')}
    </Confirm>
  )
}
