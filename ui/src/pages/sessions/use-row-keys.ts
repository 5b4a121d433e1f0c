import { useKeys } from '../../app/keys.js'

/** `j` and `k` walk the rows by moving the focus, so that Enter opens the one we stand on. */
export function useRowKeys(): void {
  useKeys({ j: () => step('nextElementSibling'), k: () => step('previousElementSibling') })
}

function step(direction: 'nextElementSibling' | 'previousElementSibling'): void {
  const here = document.activeElement?.closest('li')
  const target = here == null ? document.querySelector('.row.history') : here[direction]?.querySelector('a')
  if (target instanceof HTMLElement) target.focus()
}
