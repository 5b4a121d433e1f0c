import styles from './switch.module.css'

interface SwitchProps {
  /** Read aloud; the visible label is beside it. */
  readonly label: string
  readonly isOn: boolean
  readonly disabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Turns a setting on or off at once. */
export function Switch({ label, isOn, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={styles['switch']}
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <i />
    </button>
  )
}
