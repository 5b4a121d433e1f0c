import { useId } from 'react'
import { useComplaint } from './refusal.js'

interface PickFieldProps<T extends string> {
  readonly name: string
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [T, string])[]
  readonly onChange?: (value: T) => void
}

/** One of several values, as a field of a form. */
export function PickField<T extends string>({ name, label, value, options, onChange }: PickFieldProps<T>) {
  const complaint = useComplaint(name)
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        aria-invalid={complaint !== undefined}
        aria-describedby={complaint === undefined ? undefined : `${id}-bad`}
        onChange={(event) => {
          const picked = options.find(([option]) => option === event.target.value)
          if (picked !== undefined) onChange?.(picked[0])
        }}
      >
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      {complaint !== undefined && (
        <p id={`${id}-bad`} role="alert" className="bad">
          {complaint}
        </p>
      )}
    </div>
  )
}
