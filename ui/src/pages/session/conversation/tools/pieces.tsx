import type { ReactNode } from 'react'
import { hasFailed, outputOf } from './call.js'
import type { ToolCall } from '../items.js'

/** Text as it is, which scrolls by itself when it is long. */
export function Text({ className, children }: { className: string; children: ReactNode }) {
  return (
    <pre className={className} tabIndex={0}>
      {children}
    </pre>
  )
}

/** What came back, in full; nothing when nothing did. */
export function Output({ call, text = outputOf(call) }: { call: ToolCall; text?: string }) {
  const words = text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (words === '') return null
  return <Text className={hasFailed(call) ? 'output bad' : 'output'}>{words}</Text>
}

/** What came back when the call failed; where it did not, the view shows it better. */
export function Failure({ call }: { call: ToolCall }) {
  return hasFailed(call) ? <Output call={call} /> : null
}

/** Details of a call, each with its name: what else was asked. */
export function Details({ of }: { of: readonly (readonly [name: string, value: string])[] }) {
  const told = of.filter(([, value]) => value !== '')
  if (told.length === 0) return null
  return (
    <dl className="details">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Words among the parts of a call. */
export function Words({ children }: { children: ReactNode }) {
  return <div className="words">{children}</div>
}
