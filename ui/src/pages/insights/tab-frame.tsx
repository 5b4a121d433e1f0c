import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Unread } from '../../kit/unread.js'
import styles from './page.module.css'

interface TabFrameProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly children: (data: Data) => ReactNode
}

/** A tab once its figures are read. While another period is read, the figures of the last one are dimmed. */
export function TabFrame<Data>({ query: { data, error, isPlaceholderData }, children }: TabFrameProps<Data>) {
  if (data === undefined) return <Unread error={error} className={styles['tab'] ?? ''} />
  return (
    <div className={styles['tab']} aria-busy={isPlaceholderData}>
      {children(data)}
    </div>
  )
}
