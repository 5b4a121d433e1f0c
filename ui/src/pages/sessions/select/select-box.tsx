import { type Ref, useEffect, useRef } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import styles from './select-box.module.css'
import type { Selection } from './use-selection.js'

interface SelectBoxProps {
  readonly label: string
  readonly checked: boolean
  /** Left out of the Tab order where a key does the same. */
  readonly tabIndex?: number
  readonly ref?: Ref<HTMLInputElement>
  /** `through`: Shift was held. */
  readonly onToggle: (through: boolean) => void
}

/** The check box of a row. */
export function SelectBox({ label, checked, tabIndex, ref, onToggle }: SelectBoxProps) {
  return (
    <label className={styles['box']}>
      <input
        ref={ref}
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        // Not onChange, which does not know about Shift.
        onClick={({ shiftKey, detail, currentTarget }) => {
          onToggle(shiftKey)
          // After a click the keys of the list act on this row.
          if (detail > 0) currentTarget.closest('li')?.querySelector('a')?.focus()
        }}
        onChange={() => undefined}
      />
    </label>
  )
}

/** Selects all that are listed, or none. */
export function SelectAll({ selection }: { selection: Selection }) {
  const t = useWords()
  const box = useRef<HTMLInputElement>(null)
  const { size } = selection.ids
  useEffect(() => {
    // A property without an attribute, so React cannot set it.
    if (box.current !== null) box.current.indeterminate = size > 0
  }, [size])
  return <SelectBox ref={box} label={t('sessions:select.all')} checked={size > 0} onToggle={selection.toggleAll} />
}
