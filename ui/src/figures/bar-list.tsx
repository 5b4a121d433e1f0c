import type { ReactNode } from 'react'
import { COLOURS } from './palette.js'

interface BarItem {
  readonly key: string
  readonly name: ReactNode
  readonly value: number
  /** The value in words. */
  readonly words: string
}

/** Names with bars, the longest first: for a handful of things of one kind. */
export function BarList({ items, colour = COLOURS[0] }: { items: readonly BarItem[]; colour?: string }) {
  const most = Math.max(...items.map(({ value }) => value), 1)
  return (
    <ul className="bar-list">
      {items.map(({ key, name, value, words }) => (
        <li key={key}>
          <span className="name">{name}</span>
          <span className="track" aria-hidden>
            <i style={{ width: `${(value / most) * 100}%`, background: colour }} />
          </span>
          <span className="num r">{words}</span>
        </li>
      ))}
    </ul>
  )
}
