import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { classes } from './classes.js'
import { LAYER } from './layer.js'
import list from './list-box.module.css'

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly align?: 'start' | 'end'
  /** For a menu that a key opens, too. */
  readonly open?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** `MenuItem`, `MenuCheck` and `MenuLine`. */
  readonly children: ReactNode
}

/** A list of actions at a button. */
export function Menu({ trigger, align = 'end', children, ...state }: MenuProps) {
  return (
    // Not modal: Radix would hide the page from screen readers, but leave it in the Tab order.
    <Radix.Root modal={false} {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content {...LAYER} className={list['panel']} align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  readonly children: ReactNode
  readonly icon?: ReactNode
  /** A key or a short note at the end of the line. */
  readonly end?: ReactNode
  readonly isDanger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
}

/** One action of a menu. */
export function MenuItem({ children, icon, end, isDanger = false, disabled = false, onSelect }: MenuItemProps) {
  return (
    <Radix.Item
      className={classes(list['option'], isDanger && list['danger'])}
      disabled={disabled}
      onSelect={() => onSelect()}
    >
      {icon}
      <span className={list['label']}>{children}</span>
      {end !== undefined && <span className={list['note']}>{end}</span>}
    </Radix.Item>
  )
}

interface MenuCheckProps {
  readonly children: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A choice in a menu that is on or off; the menu stays open. */
export function MenuCheck({ children, isOn, onChange }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem
      className={list['option']}
      checked={isOn}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={list['label']}>{children}</span>
      <Radix.ItemIndicator>
        <Check size={14} aria-hidden />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}

/** Separates groups of items. */
export const MenuLine = () => <Radix.Separator className={list['line']} />
