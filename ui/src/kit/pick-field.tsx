import { useId } from 'react'
import styles from './field.module.css'
import { optionsOf } from './option.js'
import { useComplaint } from './refusal.js'
import { Select } from './select.js'

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
    <div className={styles['field']} data-field>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        name={name}
        defaultValue={value}
        options={optionsOf(options)}
        isInvalid={complaint !== undefined}
        describedBy={complaint === undefined ? undefined : `${id}-bad`}
        onChange={onChange}
      />
      {complaint !== undefined && (
        <p id={`${id}-bad`} role="alert" className="bad">
          {complaint}
        </p>
      )}
    </div>
  )
}
