import { createContext, type ReactNode, use, useId } from 'react'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import type { DraftField } from './draft.js'
import styles from './rule-form.module.css'

/** The fields with an error: all at once, after the first attempt to save. */
export const WrongFields = createContext<readonly DraftField[]>([])

/** Returns how to fix a field. */
export const fixOf = (field: DraftField): string => t(`alerts:form.fix.${field}`)

interface Control {
  readonly id: string
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
}

interface FormFieldProps {
  readonly label: string
  /** The field of the draft, if it can be wrong. */
  readonly field?: DraftField
  readonly children: (control: Control) => ReactNode
}

/** A labelled control with its error. */
export function FormField({ label, field, children }: FormFieldProps) {
  useWords()
  const id = useId()
  const isInvalid = use(WrongFields).some((wrong) => wrong === field)
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children({ id, isInvalid, describedBy: isInvalid ? `${id}-fix` : undefined })}
      {isInvalid && field !== undefined && (
        <p id={`${id}-fix`} className={styles['fix']}>
          {fixOf(field)}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly field?: DraftField
  readonly value: string
  readonly onChange: (value: string) => void
  /** Before the text: "$". */
  readonly sign?: string
  /** After the text: "minutes". */
  readonly unit?: string
  readonly placeholder?: string
  readonly autoFocus?: boolean
}

/** A field for a text or a number with its unit. */
export function TextField({ label, field, value, onChange, sign, unit, placeholder, autoFocus }: TextFieldProps) {
  return (
    <FormField label={label} {...(field === undefined ? {} : { field })}>
      {({ id, isInvalid, describedBy }) => (
        <div className={styles['input']}>
          {sign !== undefined && <span aria-hidden>{sign}</span>}
          <input
            id={id}
            value={value}
            placeholder={placeholder}
            inputMode={unit === undefined && sign === undefined ? 'text' : 'decimal'}
            autoComplete="off"
            spellCheck={false}
            autoFocus={autoFocus}
            aria-invalid={isInvalid}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.value)}
          />
          {unit !== undefined && <span>{unit}</span>}
        </div>
      )}
    </FormField>
  )
}
