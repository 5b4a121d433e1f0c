import { useId } from 'react'
import { useComplaint } from '../../../kit/refusal.js'

interface PromptAreaProps {
  readonly label: string
  readonly placeholder: string
  readonly prompt: string
  readonly onChange: (prompt: string) => void
}

/** Where a prompt for new agents is written. */
export function PromptArea({ label, placeholder, prompt, onChange }: PromptAreaProps) {
  const id = useId()
  const complaint = useComplaint('prompt')
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name="prompt"
        rows={4}
        // The dialog was opened to write it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={prompt}
        placeholder={placeholder}
        aria-invalid={complaint !== undefined}
        onChange={({ target: { value } }) => onChange(value)}
      />
      {complaint !== undefined && (
        <p role="alert" className="bad">
          {complaint}
        </p>
      )}
    </>
  )
}
