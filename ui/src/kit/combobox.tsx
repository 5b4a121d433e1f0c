import { Command } from 'cmdk'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import { classes } from './classes.js'
import styles from './combobox.module.css'
import { LAYER } from './layer.js'
import list from './list-box.module.css'
import type { Option } from './option.js'
import { OptionEnd } from './option-parts.js'

interface ComboboxProps {
  /** Read aloud; the visible label is the caller's. */
  readonly label: string
  readonly options: readonly Option[]
  /** The value, or any text if free text is allowed; empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Accepts text that is none of the options, for example a pattern. */
  readonly allowsText?: boolean
  /** Sends the value with the form around it. */
  readonly name?: string
  readonly id?: string
  readonly placeholder?: string
  readonly isInvalid?: boolean
  readonly describedBy?: string | undefined
}

/** A text field with a list of known values, filtered while typing. */
export function Combobox(props: ComboboxProps) {
  const { label, options, value, onChange, allowsText = false, name, id, placeholder, isInvalid, describedBy } = props
  const t = useWords()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const labelOf = (wanted: string): string => options.find((option) => option.value === wanted)?.label ?? wanted
  /** Undefined while the value is shown and not edited. */
  const [typed, setTyped] = useState<string>()
  const text = typed ?? labelOf(value)
  const close = (): void => {
    setOpen(false)
    setTyped(undefined)
  }
  const choose = (next: string): void => {
    onChange(next)
    close()
  }
  const type = (next: string): void => {
    setTyped(next)
    setOpen(true)
    if (allowsText) onChange(options.find((option) => option.label === next)?.value ?? next.trim())
    else if (next === '') onChange('')
  }
  // Right after opening all options show; typing filters them.
  const wanted = (typed ?? '').trim().toLowerCase()
  const shown = options.filter((option) => `${option.label} ${option.value}`.toLowerCase().includes(wanted))
  // A text of one's own is right, too: no list says that it matches nothing.
  const isListed = isOpen && (!allowsText || shown.length > 0)
  // cmdk always reports its list as open, with no option to change that.
  useEffect(() => {
    const { current } = input
    if (current === null) return undefined
    const list = current.getAttribute('aria-controls')
    current.setAttribute('aria-expanded', String(isListed))
    if (isListed || list === null) return undefined
    current.removeAttribute('aria-controls')
    return () => current.setAttribute('aria-controls', list)
  }, [isListed])
  return (
    <Popover.Root open={isListed} onOpenChange={(open) => (open ? setOpen(true) : close())}>
      <Command shouldFilter={false} label={label} loop>
        <Popover.Anchor asChild>
          <div ref={field} className={styles['field']} onClick={() => setOpen(true)}>
            <Command.Input
              ref={input}
              id={id}
              aria-label={label}
              aria-invalid={isInvalid}
              aria-describedby={describedBy}
              aria-expanded={isListed}
              placeholder={placeholder}
              value={text}
              onValueChange={type}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                  if (!isOpen) event.preventDefault()
                  setOpen(true)
                } else if (event.key === 'Escape' && isListed) {
                  // Closes the list, not the dialog around it.
                  event.preventDefault()
                  event.stopPropagation()
                  close()
                } else if (event.key === 'Tab') close()
                else if (event.key === 'Enter' && isListed && allowsText && wanted === '') {
                  event.preventDefault()
                  close()
                } else if (event.key === 'Enter' && !isListed) {
                  // cmdk would keep the key from the form.
                  event.preventDefault()
                  close()
                  event.currentTarget.form?.requestSubmit()
                }
              }}
            />
            <ChevronDown size={14} aria-hidden />
          </div>
        </Popover.Anchor>
        {name !== undefined && <input type="hidden" name={name} value={value} />}
        <Popover.Portal>
          <Popover.Content
            {...LAYER}
            aria-label={label}
            className={classes(list['panel'], styles['panel'])}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onOpenAutoFocus={(event) => event.preventDefault()}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onInteractOutside={(event) => {
              if (event.target instanceof Node && field.current?.contains(event.target) === true) event.preventDefault()
            }}
          >
            <Command.List className={styles['list']} label={label}>
              {shown.length === 0 && <p className={list['empty']}>{t('select.noMatch')}</p>}
              {shown.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  className={list['option']}
                  onSelect={() => choose(option.value)}
                >
                  {option.icon}
                  <span className={list['label']}>{option.label}</span>
                  <OptionEnd option={option} />
                </Command.Item>
              ))}
            </Command.List>
          </Popover.Content>
        </Popover.Portal>
      </Command>
    </Popover.Root>
  )
}
