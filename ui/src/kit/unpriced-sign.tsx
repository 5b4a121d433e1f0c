import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { modelName } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import styles from './unpriced-sign.module.css'

/** Models as the sign names them; empty where every model has its price. */
export const unpricedNames = (models: readonly string[]): string => models.map(modelName).join(', ')

/** Beside a sum of money that lacks something: models whose price nobody knows. Leads to the prices, unless it stands in a link. */
export function UnpricedSign({ names, leads = true }: { names: string; leads?: boolean }) {
  const t = useWords()
  if (names === '') return null
  const says = t(leads ? 'cost.unpricedAdd' : 'cost.unpricedSays', { models: names })
  const sign = (
    <>
      <TriangleAlert size={12} aria-hidden />
      <span className="sr-only">{says}</span>
    </>
  )
  return leads ? (
    <Link to="/settings/pricing" className={styles['sign']} title={says}>
      {sign}
    </Link>
  ) : (
    <span className={styles['sign']} title={says}>
      {sign}
    </span>
  )
}
