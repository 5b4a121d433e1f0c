import type { ReactNode } from 'react'
import { classes } from '../../../../kit/classes.js'
import { hasFailed, outputOf } from './call.js'
import type { ToolCall } from '../items.js'
import styles from './pieces.module.css'

interface TextProps {
  readonly kind: 'command' | 'input' | 'output' | 'numbered'
  readonly isBad?: boolean
  readonly children: ReactNode
}

/** Preformatted text that scrolls when it is long. */
export function Text({ kind, isBad = false, children }: TextProps) {
  return (
    <pre className={classes(styles['text'], isBad && styles['bad'])} data-text={kind} tabIndex={0}>
      {children}
    </pre>
  )
}

/** The full output of a call; empty if there is none. */
export function Output({ call, text = outputOf(call) }: { call: ToolCall; text?: string }) {
  const words = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (words === '') return null
  return (
    <Text kind="output" isBad={hasFailed(call)}>
      {words}
    </Text>
  )
}

/** The output of a failed call; that of a successful one has a better view. */
export function Failure({ call }: { call: ToolCall }) {
  return hasFailed(call) ? <Output call={call} /> : null
}

/** Further inputs of a call, by name. */
export function Details({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  const told = of.filter(([, value]) => value !== '')
  if (told.length === 0) return null
  return (
    <dl className={styles['details']}>
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A sentence among the parts of a call. */
export function Words({ children }: { children: ReactNode }) {
  return <div className={styles['words']}>{children}</div>
}
