import type { Key } from './palette.js'

/** What the colours of a drawing stand for. */
export function Legend({ keys }: { keys: readonly Key[] }) {
  return (
    <ul className="legend">
      {keys.map(({ name, colour }) => (
        <li key={name}>
          <i className="swatch" style={{ background: colour }} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  )
}
