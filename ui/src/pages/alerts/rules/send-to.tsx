import type { Webhook } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { notifyAdvice } from '../notifications/notify-advice.js'
import styles from './rule-form.module.css'
import { useThisBrowser } from './use-this-browser.js'

/** Returns whether a webhook gets the alerts of a rule. One for all rules also gets those of a new rule. */
export const getsAlertsOf =
  (rule: string | null) =>
  ({ rule_ids }: Pick<Webhook, 'rule_ids'>): boolean =>
    rule_ids === null || (rule !== null && rule_ids.includes(rule))

/** Returns whether a webhook cannot be taken off a rule: it gets all alerts, or would be left without a rule. */
export const isFixed = ({ rule_ids }: Pick<Webhook, 'rule_ids'>, rule: string | null): boolean =>
  rule_ids === null || (rule !== null && rule_ids.length === 1 && rule_ids[0] === rule)

interface SendToProps {
  readonly webhooks: readonly Webhook[]
  readonly rule: string | null
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

/** The webhooks that get the alerts of a rule, and this browser, which gets those of all rules. */
export function SendTo({ webhooks, rule, chosen, onChange }: SendToProps) {
  const t = useWords()
  const { canBeOn, isOn, turnOn } = useThisBrowser()
  if (webhooks.length === 0 && !canBeOn) return null
  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset>
      <legend>{t('alerts:form.sendTo')}</legend>
      <div className={styles['targets']}>
        {canBeOn && (
          <label>
            <input
              type="checkbox"
              checked={isOn}
              disabled={isOn || turnOn.isPending}
              onChange={() => turnOn.mutate()}
            />
            {t('alerts:form.thisBrowser')}
            <span className="faint">{t('alerts:webhooks.allRules')}</span>
          </label>
        )}
        {webhooks.map((webhook) => (
          <label key={webhook.id}>
            <input
              type="checkbox"
              checked={chosen.has(webhook.id)}
              disabled={isFixed(webhook, rule)}
              onChange={() => toggle(webhook.id)}
            />
            {webhook.name}
            {webhook.rule_ids === null && <span className="faint">{t('alerts:webhooks.allRules')}</span>}
          </label>
        ))}
      </div>
      {turnOn.error !== null && (
        <p role="alert" className={styles['fix']}>
          {notifyAdvice(turnOn.error)}
        </p>
      )}
    </fieldset>
  )
}
