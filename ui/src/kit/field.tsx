import { type ReactNode, useId } from 'react'
import { classes } from './classes.js'
import styles from './field.module.css'
import { useComplaint } from './refusal.js'

interface FieldProps {
  /** The name of the field in the service, whose errors are shown here. */
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly hint?: ReactNode
  readonly placeholder?: string
  readonly isNumber?: boolean
  readonly isSecret?: boolean
  /** What a password manager fills into a secret; default: nothing. */
  readonly secret?: 'current-password' | 'new-password'
  /** More than one line of text. */
  readonly lines?: number
  /** Shown, but not to be changed. */
  readonly fixed?: boolean
  /** Has the focus when the form opens. */
  readonly autoFocus?: boolean
  /** What is usually entered. */
  readonly suggestions?: readonly string[]
}

/** A field of a form, with its error. */
export function Field(props: FieldProps) {
  const {
    name,
    label,
    value = '',
    hint,
    placeholder,
    lines,
    fixed = false,
    autoFocus = false,
    suggestions = [],
  } = props
  const { isNumber = false, isSecret = false } = props
  const complaint = useComplaint(name)
  const id = useId()
  const notes = [hint !== undefined && `${id}-hint`, complaint !== undefined && `${id}-bad`].filter(
    (note) => note !== false,
  )
  const common = {
    id,
    name,
    placeholder,
    defaultValue: value,
    readOnly: fixed,
    autoFocus,
    spellCheck: false,
    'aria-invalid': complaint !== undefined,
    'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
  }
  return (
    <div className={classes(styles['field'], isNumber && styles['number'])} data-field>
      <label htmlFor={id}>{label}</label>
      {lines === undefined ? (
        <input
          {...common}
          type={isSecret ? 'password' : 'text'}
          inputMode={isNumber ? 'decimal' : 'text'}
          // A browser that offers to keep a webhook's secret would fill it into the next form too.
          autoComplete={isSecret ? (props.secret ?? 'new-password') : 'off'}
          list={suggestions.length === 0 ? undefined : `${id}-list`}
        />
      ) : (
        <textarea {...common} rows={lines} className="mono" />
      )}
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="faint">
          {hint}
        </p>
      )}
      {complaint !== undefined && (
        <p id={`${id}-bad`} role="alert" className="bad">
          {complaint}
        </p>
      )}
    </div>
  )
}
