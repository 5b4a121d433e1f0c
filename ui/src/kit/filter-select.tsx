import { type Option, withChosen } from './option.js'
import { Select } from './select.js'
import trigger from './trigger.module.css'

interface FilterSelectProps<T extends string> {
  readonly label: string
  /** The option for no filter: "All kinds". */
  readonly all: string
  readonly options: readonly Option<T>[]
  readonly value: T | undefined
  /** Names a value that is none of the options. */
  readonly labelOf?: (value: T) => string
  readonly onChange: (value: T | undefined) => void
}

/** Filters by one value of a list, or by none. */
export function FilterSelect<T extends string>(props: FilterSelectProps<T>) {
  const { label, all, options, value, labelOf, onChange } = props
  const known = withChosen(options, value === undefined ? [] : [value], labelOf)
  return (
    <Select<T | ''>
      label={label}
      className={trigger['name']}
      value={value ?? ''}
      options={[{ value: '', label: all }, ...known]}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  )
}
