import { parseSearch, writeOperator, writeSearch } from '../../../../src/domain/search/operators.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import styles from './results.module.css'

/** Nothing was found: each filter can be removed. */
export function NoMatch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useWords()
  const { terms, operators } = parseSearch(text)
  return (
    <div className={styles['none']}>
      <h2>{t('search:none.title')}</h2>
      <p>{t(operators.length === 0 ? 'search:none.words' : 'search:none.filters')}</p>
      {operators.map((operator) => (
        <button
          key={writeOperator(operator)}
          type="button"
          className={buttons['button']}
          onClick={() => onChange(writeSearch({ terms, operators: operators.filter((one) => one !== operator) }))}
        >
          {t('search:none.remove', { token: writeOperator(operator) })}
        </button>
      ))}
      {operators.length > 1 && (
        <button type="button" className={buttons['button']} onClick={() => onChange(terms)}>
          {t('search:none.removeAll')}
        </button>
      )}
    </div>
  )
}
