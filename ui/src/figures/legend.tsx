import styles from './legend.module.css'
import type { Key } from './palette.js'

/** What the colours of a drawing mean. */
export function Legend({ keys }: { keys: readonly Key[] }) {
  return (
    <ul className={styles['legend']}>
      {keys.map(({ name, colour }) => (
        <li key={name}>
          <i className={styles['swatch']} style={{ background: colour }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}
