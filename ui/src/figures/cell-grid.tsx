import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { TooltipAt } from '../kit/tooltip.js'
import styles from './cell-grid.module.css'

/** How dark a level is; level 0 is nothing. */
const SHARES = ['0%', '26%', '48%', '72%', '100%'] as const
export const LEVELS = SHARES.length - 1

export interface Cell {
  readonly level: number
  readonly label: string
}

interface CellGridProps {
  readonly label: string
  /** By column, then by row; null leaves a gap. */
  readonly columns: readonly (readonly (Cell | null)[])[]
  /** Left of the rows. */
  readonly rowNames: readonly string[]
  /** Below the columns, each over some of them. */
  readonly columnNames: readonly { readonly name: string; readonly span: number }[]
}

/** Values as squares, darker for more. Arrow keys move over them. */
export function CellGrid({ label, columns, rowNames, columnNames }: CellGridProps) {
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<HTMLElement>()
  const [active, setActive] = useState('0 0')
  useEffect(() => {
    if (open === undefined) return undefined
    const close = (): void => setOpen(undefined)
    document.addEventListener('scroll', close, true)
    return () => document.removeEventListener('scroll', close, true)
  }, [open])
  const move = (event: KeyboardEvent, column: number, row: number): void => {
    const [right, down] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? []
    if (right === undefined || down === undefined) return
    event.preventDefault()
    box.current?.querySelector<HTMLElement>(`[data-at="${column + right} ${row + down}"]`)?.focus()
  }
  const rows = { gridTemplateRows: `repeat(${rowNames.length}, 1fr)` }
  const places = { gridTemplateColumns: `repeat(${columns.length}, minmax(0, 1fr))` }
  return (
    <div className={styles['grid']}>
      <div className={styles['rows']} style={rows} aria-hidden>
        {rowNames.map((name, index) => (
          <span key={index}>{name}</span>
        ))}
      </div>
      <div
        ref={box}
        className={styles['cells']}
        style={{ ...rows, gridAutoFlow: 'column', ...places }}
        role="group"
        aria-label={label}
        onPointerLeave={() => setOpen(undefined)}
      >
        {columns.flatMap((cells, column) =>
          cells.map((cell, row) => {
            const at = `${column} ${row}`
            if (cell === null) return <i key={at} />
            const share: CSSProperties = { ['--share' as string]: SHARES[cell.level] }
            return (
              <i
                key={at}
                className={styles['cell']}
                data-at={at}
                data-level={cell.level}
                data-open={open?.dataset['at'] === at}
                style={share}
                role="img"
                aria-label={cell.label}
                tabIndex={at === active ? 0 : -1}
                onFocus={({ currentTarget }) => {
                  setActive(at)
                  if (currentTarget.matches(':focus-visible')) setOpen(currentTarget)
                }}
                onBlur={() => setOpen(undefined)}
                onKeyDown={(event) => move(event, column, row)}
                onPointerEnter={({ currentTarget }) => setOpen(currentTarget)}
              />
            )
          }),
        )}
      </div>
      <div className={styles['columns']} style={places} aria-hidden>
        {columnNames.map(({ name, span }, index) => (
          <span key={index} style={{ gridColumn: `span ${span}` }}>
            {name}
          </span>
        ))}
      </div>
      {open !== undefined && (
        <TooltipAt at={open} onClose={() => setOpen(undefined)}>
          {open.getAttribute('aria-label')}
        </TooltipAt>
      )}
    </div>
  )
}

/** What the shades mean. */
export function CellScale() {
  const t = useWords()
  return (
    <span className={styles['scale']}>
      <span>{t('figure.scale.less')}</span>
      {SHARES.map((share, level) => (
        <i
          key={share}
          className={styles['cell']}
          data-level={level}
          style={{ ['--share' as string]: share }}
          aria-hidden
        />
      ))}
      <span>{t('figure.scale.more')}</span>
    </span>
  )
}
