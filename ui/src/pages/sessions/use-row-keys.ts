import { useKeys } from '../../kit/keys.js'

const ROW = 'a[data-session]'

interface RowActions {
  readonly onSelect: (id: string) => void
  readonly onPin: (id: string) => void
  readonly onClear: (() => void) | undefined
}

/**
 * Keys of the list. `j` and `k` move the focus from row to row, so that Enter opens the one with the focus; `x` selects it and `p`
 * pins it. Esc clears the selection.
 */
export function useRowKeys({ onSelect, onPin, onClear }: RowActions): void {
  const withRow = (act: (id: string) => void) => () => {
    const id = document.activeElement?.closest('li')?.querySelector<HTMLElement>(ROW)?.dataset['session']
    if (id !== undefined) act(id)
  }
  useKeys({
    j: () => step('nextElementSibling'),
    k: () => step('previousElementSibling'),
    ArrowDown: () => step('nextElementSibling'),
    ArrowUp: () => step('previousElementSibling'),
    x: withRow(onSelect),
    p: withRow(onPin),
    ...(onClear === undefined ? {} : { Escape: onClear }),
  })
}

/** Moves the focus to the first row of the list. */
export const focusFirstRow = (): void => document.querySelector<HTMLElement>(ROW)?.focus()

function step(direction: 'nextElementSibling' | 'previousElementSibling'): void {
  const here = document.activeElement?.closest('li')
  if (here == null) return focusFirstRow()
  // Headings are in between.
  for (let next = here[direction]; next !== null; next = next[direction]) {
    const row = next.querySelector<HTMLElement>(ROW)
    if (row !== null) return row.focus()
  }
}
