interface SelectProps {
  readonly label: string
  readonly all: string
  readonly value: string | undefined
  /** How a value is called that is none of the options. */
  readonly words?: (value: string) => string
  readonly options: readonly (readonly [string, string])[]
  readonly onChange: (value: string | undefined) => void
}

/** One value of a list, or all of them. */
export function Select({ label, all, value, words, options, onChange }: SelectProps) {
  // A value from the address that the list does not know is still what is filtered by.
  const known = value === undefined || options.some(([option]) => option === value)
  return (
    <select aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">{all}</option>
      {!known && <option value={value}>{words === undefined ? value : words(value)}</option>}
      {options.map(([option, called]) => (
        <option key={option} value={option}>
          {called}
        </option>
      ))}
    </select>
  )
}
