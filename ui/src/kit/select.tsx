import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useState } from 'react'
import { i18n } from '../i18n/i18n.js'
import { useWords } from '../i18n/use-words.js'
import { classes } from './classes.js'
import { LAYER } from './layer.js'
import list from './list-box.module.css'
import { type Option, withChosen } from './option.js'
import { OptionEnd } from './option-parts.js'
import trigger from './trigger.module.css'
import { useInertBehind } from './use-inert-behind.js'

interface SelectProps<T extends string> {
  /** Read aloud; the visible label is the caller's. */
  readonly label?: string
  readonly options: readonly Option<T>[]
  /** Undefined while nothing is chosen. */
  readonly value?: T | undefined
  readonly onChange?: ((value: T) => void) | undefined
  /** For a form that is not controlled. */
  readonly name?: string
  readonly defaultValue?: T
  readonly placeholder?: string
  readonly id?: string
  readonly disabled?: boolean
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
  readonly className?: string | undefined
}

/** A Radix list has no empty value. */
const EMPTY = '*'
const itemOf = (value: string): string => (value === '' ? EMPTY : value)

/** Chooses one value of a list. Use `FilterSelect` for a filter that can also be off. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, onChange, name, placeholder, id, describedBy, isInvalid, className } = props
  const [own, setOwn] = useState(props.defaultValue)
  const [isOpen, setOpen] = useState(false)
  useInertBehind(isOpen)
  const value = props.value ?? own
  useWords()
  const shown = withChosen(options, value === undefined ? [] : [value])
  return (
    <Radix.Root
      // Radix keeps the texts of the options from when they were mounted.
      key={i18n.language}
      open={isOpen}
      onOpenChange={setOpen}
      value={value === undefined ? '' : itemOf(value)}
      {...(props.disabled === undefined ? {} : { disabled: props.disabled })}
      onValueChange={(next) => {
        const option = shown.find((known) => itemOf(known.value) === next)
        if (option === undefined) return
        setOwn(option.value)
        onChange?.(option.value)
      }}
    >
      {name !== undefined && <input type="hidden" name={name} value={value ?? ''} />}
      <Radix.Trigger
        id={id}
        className={classes(trigger['trigger'], className)}
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
      >
        <span className={trigger['value']}>
          <Radix.Value placeholder={placeholder}>{shown.find((option) => option.value === value)?.label}</Radix.Value>
        </span>
        <ChevronDown size={14} aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content {...LAYER} className={list['panel']} position="popper" sideOffset={4} collisionPadding={8}>
          <Radix.Viewport>
            {shown.map((option) => (
              <Radix.Item
                // Radix reads a label once, so another language needs another item.
                key={`${option.value} ${option.label}`}
                value={itemOf(option.value)}
                className={list['option']}
              >
                {option.icon}
                <span className={list['label']}>
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                </span>
                <OptionEnd option={option} />
                <Radix.ItemIndicator>
                  <Check size={14} aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
