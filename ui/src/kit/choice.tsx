import { useId } from 'react'

interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly name: string
  readonly value: T
  readonly options: readonly (readonly [T, string])[]
  readonly onChange: (value: T) => void
}

/** One of a few words: radio buttons drawn as a segmented control. */
export function Choice<T extends string>({ legend, name, value, options, onChange }: ChoiceProps<T>) {
  // The same choice may stand on the page twice: radio buttons of one name would take the mark from each other.
  const group = `${name}${useId()}`
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      <div className="seg-ctl">
        {options.map(([option, words]) => (
          <label key={option}>
            <input
              className="sr-only"
              type="radio"
              name={group}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
