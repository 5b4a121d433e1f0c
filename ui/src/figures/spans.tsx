import { COLOURS } from './palette.js'

interface SpanItem {
  readonly key: string
  readonly name: string
  /** Parts of the whole, from 0 to 1. */
  readonly from: number
  readonly to: number
  readonly words: string
}

/** When in a whole things begin and end: a bar for each, on one axis. */
export function Spans({ items, marks }: { items: readonly SpanItem[]; marks: readonly string[] }) {
  return (
    <div className="spans-figure">
      <ul className="bar-list">
        {items.map(({ key, name, from, to, words }) => (
          <li key={key}>
            <span className="name" title={name}>
              {name}
            </span>
            <span className="track" aria-hidden>
              <i
                style={{
                  marginLeft: `${from * 100}%`,
                  width: `${Math.max(0.5, (to - from) * 100)}%`,
                  background: COLOURS[0],
                }}
              />
            </span>
            <span className="num r">{words}</span>
          </li>
        ))}
      </ul>
      <p className="span-marks" aria-hidden>
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </p>
    </div>
  )
}
