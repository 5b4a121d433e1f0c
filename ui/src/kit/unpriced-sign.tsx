import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { modelName } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import styles from './unpriced-sign.module.css'

/** Returns the names of unpriced models; empty if every model has a price. */
export const unpricedNames = (models: readonly string[]): string => models.map(modelName).join(', ')

/** Marks an incomplete sum of costs: some models have no price. Links to the prices, unless it is inside a link. */
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
