import { RotateCcw } from 'lucide-react'
import type { PricingRule } from '../../../api/types.js'
import { csvOf, jsonOf } from '../../../figures/csv.js'
import { save } from '../../../figures/save.js'
import { exactCount } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { ActWords } from '../../../kit/act-words.js'
import buttons from '../../../kit/button.module.css'
import styles from './pricing.module.css'
import { MAIN_RATES, rateWords } from './rates.js'

interface PriceTableProps {
  readonly rules: readonly PricingRule[]
  /** How many there are without the filters. */
  readonly all: number
  readonly onEdit: (rule: PricingRule) => void
  readonly onReset: (rule: PricingRule) => void
  readonly onDelete: (rule: PricingRule) => void
}

/** The prices by model. A changed price shows the one of the release below it. */
export function PriceTable({ rules, all, onEdit, onReset, onDelete }: PriceTableProps) {
  const t = useWords()
  const sheet = {
    columns: [
      t('settings:pricing.model'),
      t('name'),
      ...MAIN_RATES.map(([, key]) => t(`settings:pricing.rate.${key}`)),
    ],
    rows: rules.map((rule) => [rule.model_pattern, rule.display_name, ...MAIN_RATES.map(([name]) => rule[name])]),
  }
  return (
    <>
      <div className={styles['scroll']} tabIndex={0} role="region" aria-label={t('pages.pricing')}>
        <table className={styles['prices']}>
          <thead>
            <tr>
              <th scope="col">{t('settings:pricing.model')}</th>
              {MAIN_RATES.map(([name, key]) => (
                <th key={name} scope="col" data-number data-spare={name.startsWith('cache')}>
                  {t(`settings:pricing.rate.${key}`)}
                </th>
              ))}
              <th>
                <span className="sr-only">{t('settings:pricing.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <tr key={rule.model_pattern} data-edited={rule.default_rates !== undefined}>
                <th scope="row">
                  {rule.display_name}
                  {rule.default_rates !== undefined && (
                    <span className={styles['tag']} data-edited>
                      {t('settings:pricing.edited')}
                    </span>
                  )}
                  {!rule.is_default && <span className={styles['tag']}>{t('settings:pricing.custom')}</span>}
                  <span className={styles['pattern']}>{rule.model_pattern}</span>
                </th>
                {MAIN_RATES.map(([name]) => (
                  <td key={name} data-number data-spare={name.startsWith('cache')}>
                    <Price now={rule[name]} was={rule.default_rates?.[name]} canBeUnset={name.startsWith('cache')} />
                  </td>
                ))}
                <td>
                  <span className={styles['actions']}>
                    {rule.default_rates !== undefined && (
                      <button type="button" className={buttons['button']} onClick={() => onReset(rule)}>
                        <RotateCcw size={12} aria-hidden />
                        <ActWords act="reset" name={rule.model_pattern} />
                      </button>
                    )}
                    {!rule.is_default && (
                      <button type="button" className={buttons['button']} onClick={() => onDelete(rule)}>
                        <ActWords act="delete" name={rule.model_pattern} />
                      </button>
                    )}
                    <button type="button" className={buttons['button']} onClick={() => onEdit(rule)}>
                      <ActWords act="edit" name={rule.model_pattern} />
                    </button>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <footer className={styles['foot']}>
        <span>
          {rules.length === 0
            ? t('settings:pricing.noneFound')
            : t('settings:pricing.shown', { shown: exactCount(rules.length), count: all })}
        </span>
        {rules.length > 0 && (
          <span className={styles['files']}>
            <button type="button" onClick={() => save('pricing.csv', 'text/csv', csvOf(sheet))}>
              {t('figure.csv')}
            </button>
            <button type="button" onClick={() => save('pricing.json', 'application/json', jsonOf(sheet))}>
              {t('figure.json')}
            </button>
          </span>
        )}
      </footer>
    </>
  )
}

function Price({ now, was, canBeUnset }: { now: number; was: number | undefined; canBeUnset: boolean }) {
  const t = useWords()
  return (
    <>
      {now === 0 && canBeUnset ? <span className="faint">{t('settings:pricing.notSet')}</span> : rateWords(now)}
      {was !== undefined && was !== now && <del>{rateWords(was)}</del>}
    </>
  )
}
