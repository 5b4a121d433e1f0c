interface SwitchProps {
  /** What is on or off; read aloud. */
  readonly label: string
  readonly isOn: boolean
  readonly disabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Turns a thing on and off, at once. */
export function Switch({ label, isOn, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    >
      <i />
    </button>
  )
}
