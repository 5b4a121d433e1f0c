import { useQuery } from '@tanstack/react-query'
import type { ToolId } from '../../../api/tools.js'
import { useWords } from '../../../i18n/use-words.js'
import { environmentQuery } from './queries.js'
import styles from './environment.module.css'
import { keyOf } from './start-options.js'

/** Shows which variables of the service's environment an agent gets, and which ones it does not. */
export function Environment({ tool, name }: { readonly tool: ToolId; readonly name: string }) {
  const t = useWords()
  const { data } = useQuery(environmentQuery)
  if (data === undefined) return null
  const { passed, withheld } = data
  const key = withheld.find((one) => one === keyOf(tool))
  return (
    <details className={styles['environment']}>
      <summary>
        {t('lanes:start.environment', { count: passed.length })}
        {withheld.length > 0 && <span>{t('lanes:start.withheld', { count: withheld.length })}</span>}
      </summary>
      {key !== undefined && <p>{t('lanes:start.keyWithheld', { key, name })}</p>}
      {withheld.length > 0 && (
        <>
          <h4>{t('lanes:start.withheldTitle')}</h4>
          <Names names={withheld} />
          <p>{t('lanes:start.passHint')}</p>
        </>
      )}
      <h4>{t('lanes:start.passedTitle')}</h4>
      <Names names={passed} />
    </details>
  )
}

const Names = ({ names }: { readonly names: readonly string[] }) => (
  <ul>
    {names.map((name) => (
      <li key={name}>
        <code>{name}</code>
      </li>
    ))}
  </ul>
)
