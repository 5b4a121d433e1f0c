import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { call } from '../../api/call.js'
import { advice, Failure } from '../../api/failure.js'
import type { PricingRule } from '../../api/types.js'
import { formText } from '../../kit/form-text.js'
import { complaint, INTRO_RATES, RATES, type RateName } from './fields.js'

interface RuleDialogProps {
  /** Undefined for a new rule. */
  readonly rule: PricingRule | undefined
  readonly onClose: () => void
}

/** One pricing rule as a form. What is wrong is said by the service, and shown at the field it is about. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const queries = useQueryClient()
  useEffect(() => dialog.current?.showModal(), [])
  const { mutate, error, isPending } = useMutation({
    mutationFn: (form: FormData) => {
      const text = (name: string): string => formText(form, name)
      const rates = [...RATES, ...INTRO_RATES].map(([name]) => [name, text(name) === '' ? 0 : text(name)] as const)
      return call('PUT /api/pricing', {
        body: {
          model_pattern: text('model_pattern'),
          display_name: text('display_name'),
          intro_until: text('intro_until'),
          ...Object.fromEntries(rates),
        },
      })
    },
    onSuccess: async () => {
      // Every cost on every page is another one now.
      await queries.invalidateQueries()
      dialog.current?.close()
    },
  })
  const wrong = error instanceof Failure ? error.field : undefined
  const complaintOf = (name: string): string | undefined =>
    wrong === name && error !== null ? complaint(error.message, name) : undefined
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    mutate(new FormData(event.currentTarget))
  }
  const rate = ([name, label]: readonly [RateName, string]) => (
    <Field
      key={name}
      name={name}
      label={label}
      value={String(rule?.[name] ?? '')}
      isRate
      complaint={complaintOf(name)}
    />
  )
  return (
    <dialog ref={dialog} className="dialog wide" aria-labelledby="rule-title" onClose={onClose}>
      <h2 id="rule-title">{rule === undefined ? 'New pricing rule' : rule.display_name}</h2>
      <form onSubmit={submit} className="rule" noValidate>
        <Field
          name="model_pattern"
          label="Model, % stands for anything"
          value={rule?.model_pattern ?? ''}
          fixed={rule !== undefined}
          complaint={complaintOf('model_pattern')}
        />
        <Field
          name="display_name"
          label="Name"
          value={rule?.display_name ?? ''}
          complaint={complaintOf('display_name')}
        />
        <fieldset>
          <legend>USD per million tokens</legend>
          {RATES.map(rate)}
        </fieldset>
        <details open={Boolean(rule?.intro_until) || wrong?.startsWith('intro_') === true}>
          <summary>Promotion</summary>
          <fieldset>
            <legend className="sr-only">Promotion</legend>
            <Field
              name="intro_until"
              label="Last day, YYYY-MM-DD"
              value={rule?.intro_until ?? ''}
              complaint={complaintOf('intro_until')}
            />
            {INTRO_RATES.map(rate)}
          </fieldset>
        </details>
        {error !== null && wrong === undefined && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
        <div className="buttons">
          <button type="button" className="btn" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={isPending}>
            Save
          </button>
        </div>
      </form>
    </dialog>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly isRate?: boolean
  /** The pattern is what a rule is known by: another one would be another rule. */
  readonly fixed?: boolean
  readonly complaint: string | undefined
}

function Field({ name, label, value, isRate = false, fixed = false, complaint }: FieldProps) {
  const id = `rule-${name}`
  return (
    <div className={`field ${isRate ? 'rate' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        readOnly={fixed}
        inputMode={isRate ? 'decimal' : 'text'}
        autoComplete="off"
        aria-invalid={complaint !== undefined}
        aria-describedby={complaint === undefined ? undefined : `${id}-bad`}
      />
      {complaint !== undefined && (
        <p id={`${id}-bad`} role="alert" className="bad">
          {complaint}
        </p>
      )}
    </div>
  )
}
