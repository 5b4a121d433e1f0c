import { Link } from '@tanstack/react-router'
import { writeOperator } from '../../../../src/domain/search/operators.js'
import { useWords } from '../../i18n/use-words.js'
import { recentSearches } from './recent.js'
import styles from './results.module.css'

const OPERATORS = [
  [{ key: 'tool', value: 'Edit' }, 'tool'],
  [{ key: 'file', value: 'src/main.ts' }, 'file'],
  [{ key: 'from', value: 'you' }, 'from'],
  [{ key: 'project', value: 'shop' }, 'project'],
  [{ key: '-project', value: 'docs' }, 'notProject'],
  [{ key: 'after', value: '2026-11-01' }, 'after'],
  [{ key: 'before', value: '2026-12-01' }, 'before'],
] as const

/** Before anything is searched for: recent searches and the operators. */
export function Start() {
  const t = useWords()
  const recent = recentSearches()
  return (
    <div className={styles['start']}>
      {recent.length > 0 && (
        <section>
          <h2>{t('search:recent')}</h2>
          <ul>
            {recent.map(({ q, matches }) => (
              <li key={q}>
                <Link to="/search" search={{ q }}>
                  <span>{q}</span>
                  <span className="faint num">{t('search:matches', { count: matches })}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>{t('search:operators')}</h2>
        <dl>
          <div>
            <dt>{t('search:operator.quoted')}</dt>
            <dd>{t('search:operator.phrase')}</dd>
          </div>
          <div>
            <dt>{t('search:operator.excluded')}</dt>
            <dd>{t('search:operator.without')}</dd>
          </div>
          {OPERATORS.map(([example, key]) => (
            <div key={key}>
              <dt>{writeOperator(example)}</dt>
              <dd>{t(`search:operator.${key}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
