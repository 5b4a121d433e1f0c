interface SelectProps {
  readonly label: string
  readonly all: string
  readonly value: string | undefined
  readonly options: readonly (readonly [string, string])[]
  readonly onChange: (value: string | undefined) => void
}

/** One value of a list, or all of them. */
export function Select({ label, all, value, options, onChange }: SelectProps) {
  // A value from the address that the list does not know is still what is filtered by.
  const known = value === undefined || options.some(([option]) => option === value)
  return (
    <select aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">{all}</option>
      {!known && <option value={value}>{value}</option>}
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  )
}
