import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alertRulesQuery } from '../queries.js'
import { useWords } from '../../../i18n/use-words.js'
import checks from '../../../kit/check.module.css'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import styles from './webhooks.module.css'

/** The rules that were ticked; null for all. */
export const rulesIn = (form: FormData): string[] | null => {
  const ticked = form.getAll('rule_ids').filter((value) => typeof value === 'string')
  return ticked.length === 0 ? null : ticked
}

/** Which alerts a webhook gets: those of every rule, also of later ones, or those of some. */
export function RuleChoice({ chosen }: { chosen: readonly string[] | null }) {
  const t = useWords()
  const { data: rules = [] } = useQuery(alertRulesQuery)
  const [some, setSome] = useState(chosen !== null)
  return (
    <fieldset className={styles['choice']}>
      <legend className="sr-only">{t('alerts:webhooks.whichAlerts')}</legend>
      <SegmentedControl
        label={t('alerts:webhooks.alerts')}
        name="which-alerts"
        value={some ? 'some' : 'all'}
        options={[
          ['all', t('alerts:webhooks.ofAll')],
          ['some', t('alerts:webhooks.ofSome')],
        ]}
        onChange={(which) => setSome(which === 'some')}
      />
      {some &&
        rules.map(({ id, name }) => (
          <label key={id} className={checks['check']}>
            <input type="checkbox" name="rule_ids" value={id} defaultChecked={chosen?.includes(id) ?? false} /> {name}
          </label>
        ))}
      {some && (
        <p className="faint">{rules.length === 0 ? t('alerts:webhooks.noRule') : t('alerts:webhooks.noneTicked')}</p>
      )}
    </fieldset>
  )
}
