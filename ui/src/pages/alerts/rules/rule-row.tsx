import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { AlertRule } from '../../../api/types.js'
import { duration } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { ActWords } from '../../../kit/act-words.js'
import { titleOf } from '../../../kit/session-label.js'
import { Switch } from '../../../kit/switch.js'
import { Age, Moment } from '../../../kit/time.js'
import { Trans } from '../../../i18n/trans.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { useTimed } from '../../../live/clock.js'
import page from '../page.module.css'
import { findingOf, ruleWords } from './rule-words.js'
import styles from './rules.module.css'
import { useEditing } from './use-editing.js'

/** One rule: its switch, its trigger and its state. */
export function RuleRow({ rule }: { rule: AlertRule }) {
  const t = useWords()
  const queries = useQueryClient()
  const { open } = useEditing()
  const refresh = () =>
    void Promise.all([keys.alertRules, keys.alerts].map((queryKey) => queries.invalidateQueries({ queryKey })))
  const params = { id: rule.id }
  const turn = useMutation({
    mutationFn: (enabled: boolean) => call('PATCH /api/alerts/rules/:id', { params, body: { enabled } }),
    onSettled: refresh,
  })
  const { name, enabled } = rule
  return (
    <div className={styles['rule']} data-off={!enabled} data-rule={rule.id}>
      <Switch
        label={t('alerts:rules.switch', { name })}
        isOn={enabled}
        disabled={turn.isPending}
        onChange={turn.mutate}
      />
      <div>
        <b>{name}</b>
        <p>{ruleWords(rule)}</p>
        {turn.error !== null && <p role="alert">{advice(turn.error)}</p>}
      </div>
      <RuleState rule={rule} />
      <button type="button" className={classes(buttons['button'], page['small'])} onClick={() => open(rule.id)}>
        <ActWords act="edit" name={name} />
      </button>
    </div>
  )
}

function RuleState({ rule: { activity } }: { rule: AlertRule }) {
  const t = useWords()
  const left = useTimed((now) => {
    const ends = activity?.cooldown?.ends_at
    return ends === undefined ? '' : duration(Math.max(0, Date.parse(ends) - now))
  })
  if (activity === undefined) return <span />
  const { state, last_alert: last, alerts_7d: many, cooldown } = activity
  const said = {
    fired: last !== null && (
      <>
        <b>
          <Trans i18nKey="alerts:state.fired" components={{ ago: <Age since={last.triggered_at} /> }} />
        </b>
        <span>
          {[
            last.session_id === '' ? undefined : titleOf({ id: last.session_id, name: last.session_name ?? null }),
            findingOf(last),
          ]
            .filter((part) => part !== undefined)
            .join(', ')}
        </span>
      </>
    ),
    cooling_down: cooldown !== null && (
      <>
        <b>{t('alerts:state.coolingDown')}</b>
        <span>{t('alerts:state.left', { time: left, count: cooldown.sessions })}</span>
      </>
    ),
    watching: (
      <>
        <b>{t('alerts:state.watching')}</b>
        <span>{many === 0 ? t('alerts:state.none') : t('alerts:state.week', { count: many })}</span>
      </>
    ),
    off: (
      <>
        <b>{t('alerts:state.off')}</b>
        {last !== null && (
          <span>
            <Trans i18nKey="alerts:state.last" components={{ at: <Moment at={last.triggered_at} /> }} />
          </span>
        )}
      </>
    ),
  }
  return (
    <div className={styles['state']} data-needs-look={state === 'fired'}>
      {said[state]}
    </div>
  )
}
