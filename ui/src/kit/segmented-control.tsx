import { useId } from 'react'
import styles from './segmented-control.module.css'

interface SegmentedControlProps<T extends string> {
  readonly label: string
  /** The label is only read aloud: a visible one is beside it. */
  readonly hidesLabel?: boolean
  readonly name: string
  readonly value: T
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T) => void
}

/** Chooses one of a few values that are all visible. */
export function SegmentedControl<T extends string>(props: SegmentedControlProps<T>) {
  const { label, hidesLabel = false, name, value, options, onChange } = props
  // Unique, because the same control can be on the page twice, and radio buttons with one name form one group.
  const group = `${name}${useId()}`
  return (
    <fieldset className={styles['group']}>
      <legend className={hidesLabel ? 'sr-only' : undefined}>{label}</legend>
      <div className={styles['segments']}>
        {options.map(([option, words]) => (
          <label key={option}>
            <input
              className="sr-only"
              type="radio"
              name={group}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
