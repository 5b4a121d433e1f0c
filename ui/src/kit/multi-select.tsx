import { Command } from 'cmdk'
import { Check, ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useRef, useState } from 'react'
import { count } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { LAYER } from './layer.js'
import list from './list-box.module.css'
import styles from './multi-select.module.css'
import { type Option, withChosen } from './option.js'
import { OptionEnd } from './option-parts.js'
import trigger from './trigger.module.css'

/** With more options than this a field filters them. */
const WITHOUT_FILTER = 8

interface MultiSelectProps<T extends string> {
  /** The name of the facet: "State". */
  readonly label: string
  readonly options: readonly Option<T>[]
  readonly value: readonly T[]
  /** Names a chosen value that is none of the options. */
  readonly labelOf?: (value: T) => string
  readonly icon?: ReactNode
  readonly onChange: (value: readonly T[]) => void
}

/** A facet: filters by any of several values. The button shows how many are chosen. */
export function MultiSelect<T extends string>(props: MultiSelectProps<T>) {
  const { label, options, value, labelOf, icon, onChange } = props
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const command = useRef<HTMLDivElement>(null)
  const id = useId()
  const shown = withChosen(options, value, labelOf)
  const hasFilter = shown.length > WITHOUT_FILTER
  const toggle = (option: T): void =>
    onChange(value.includes(option) ? value.filter((known) => known !== option) : [...value, option])
  const only = value.length === 1 ? shown.find((option) => option.value === value[0]) : undefined
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className={trigger['trigger']} data-set={value.length > 0}>
        {icon}
        <span className={trigger['name']}>{value.length === 0 ? label : t('select.chosen', { label })}</span>
        {value.length > 0 && (
          <span className={trigger['value']}>{only === undefined ? count(value.length) : only.label}</span>
        )}
        <ChevronDown size={14} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          {...LAYER}
          className={styles['panel']}
          aria-label={label}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            if (hasFilter) return
            event.preventDefault()
            command.current?.focus()
          }}
        >
          <Command
            ref={command}
            className={styles['command']}
            label={hasFilter ? t('select.filterOf', { label }) : label}
            loop
          >
            {hasFilter && <Command.Input className={styles['filter']} placeholder={t('select.filter')} />}
            <Command.List className={styles['list']} id={id} label={label} aria-multiselectable>
              <Command.Empty className={list['empty']}>{t('select.noMatch')}</Command.Empty>
              {shown.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  keywords={[option.label]}
                  className={list['option']}
                  aria-checked={value.includes(option.value)}
                  onSelect={() => toggle(option.value)}
                >
                  <span className={styles['box']}>
                    <Check size={12} strokeWidth={3} aria-hidden />
                  </span>
                  {option.icon}
                  <span className={list['label']}>{option.label}</span>
                  <OptionEnd option={option} />
                </Command.Item>
              ))}
            </Command.List>
          </Command>
          {value.length > 0 && (
            <div className={styles['foot']}>
              <button type="button" className={styles['clear']} onClick={() => onChange([])}>
                {t('select.clear')}
              </button>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
