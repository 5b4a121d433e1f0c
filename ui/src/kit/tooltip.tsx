import { Info } from 'lucide-react'
import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useWords } from '../i18n/use-words.js'
import { placeOfTip } from './tip-place.js'
import styles from './tooltip.module.css'

/** The mouse rests this long before the tooltip opens. */
const DELAY_MS = 350
/** Right after one tooltip closed, the next opens at once. */
const WARM_MS = 400

let closedAt = -Infinity

interface Point {
  readonly x: number
  readonly y: number
}

interface TooltipAtProps {
  /** In the coordinates of the window: a point of a chart, or the element to explain. */
  readonly at: Point | Element
  readonly id?: string
  /** Esc closes it, also where the pointer opened it. */
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A tooltip that its parent opens, for example at a point of a chart. */
export function TooltipAt({ at, id, onClose, children }: TooltipAtProps) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = tip.current
    if (box === null) return
    // The top layer, so that no box with hidden overflow cuts it off.
    if (!box.matches(':popover-open')) box.showPopover()
    const anchor =
      at instanceof Element ? at.getBoundingClientRect() : { left: at.x, right: at.x, top: at.y, bottom: at.y }
    const { left, top } = placeOfTip(anchor, box.getBoundingClientRect(), { width: innerWidth, height: innerHeight })
    box.style.left = `${left}px`
    box.style.top = `${top}px`
  })
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return createPortal(
    <div ref={tip} id={id} role="tooltip" popover="manual" className={styles['tip']}>
      {children}
    </div>,
    document.body,
  )
}

interface TooltipProps {
  readonly content: ReactNode
  /** A tap opens it. Leave it out for buttons and links: there a tap acts. */
  readonly opensOnTap?: boolean
  /** One element. It must be able to get the focus, or the tooltip is not reachable by keyboard. */
  readonly children: ReactElement
}

/** Explains an element: on hover, on keyboard focus, and on tap where a tap has no other meaning. */
export function Tooltip({ content, opensOnTap = false, children }: TooltipProps) {
  const id = useId()
  const [at, setAt] = useState<Element>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = at !== undefined
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return undefined
    const close = (): void => {
      closedAt = performance.now()
      setAt(undefined)
    }
    const onPointer = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node) || at === undefined || !at.contains(target)) close()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('scroll', close, true)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('scroll', close, true)
    }
  }, [isOpen, at])
  const open = (element: Element): void => {
    clearTimeout(timer.current)
    setAt(element)
  }
  const close = (): void => {
    clearTimeout(timer.current)
    if (isOpen) closedAt = performance.now()
    setAt(undefined)
  }
  return (
    <>
      <Slot.Root
        {...(isOpen ? { 'aria-describedby': id } : {})}
        onPointerEnter={({ pointerType, currentTarget }) => {
          if (pointerType !== 'mouse') return
          clearTimeout(timer.current)
          const isWarm = performance.now() - closedAt < WARM_MS
          timer.current = setTimeout(() => open(currentTarget), isWarm ? 0 : DELAY_MS)
        }}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') close()
        }}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) open(currentTarget)
        }}
        onBlur={close}
        onClick={({ currentTarget }) => {
          if (!opensOnTap) close()
          else if (isOpen) close()
          else open(currentTarget)
        }}
      >
        {children}
      </Slot.Root>
      {isOpen && (
        <TooltipAt at={at} id={id} onClose={close}>
          {content}
        </TooltipAt>
      )}
    </>
  )
}

/** A small sign that explains what is beside it. */
export function InfoTip({ children }: { children: ReactNode }) {
  const t = useWords()
  return (
    <Tooltip content={children} opensOnTap>
      <button type="button" className={styles['info']} aria-label={t('explain')}>
        <Info size={14} aria-hidden />
      </button>
    </Tooltip>
  )
}
