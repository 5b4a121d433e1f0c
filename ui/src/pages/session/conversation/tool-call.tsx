import { ChevronRight } from 'lucide-react'
import { use } from 'react'
import { plural } from '../../../format/format.js'
import { argumentOf, within } from '../../../kit/tool-argument.js'
import { commandOf } from './command.js'
import { diffOf, diffSize } from './diff.js'
import { Directory } from './directory.js'
import { DiffView } from './diff-view.js'
import { useDisclosure } from './disclosure.js'
import type { ToolCall } from './items.js'

/** A change of this many lines can be read in passing; a longer one waits until it is asked for. */
const SMALL_DIFF = 24

/** A tool call in one line, with its input and output behind it. */
export function ToolCallBlock({ call, place }: { call: ToolCall; place: string }) {
  const diff = diffOf(call.name, call.input)
  const failed = call.result?.is_error === true
  const directory = use(Directory)
  const [open, toggle] = useDisclosure(place, failed || (diff !== undefined && diff.length <= SMALL_DIFF))
  return (
    <div className="call">
      <button type="button" className="sum" aria-expanded={open} onClick={toggle}>
        <ChevronRight size={13} aria-hidden />
        <span className="name">{call.name}</span>
        <span className="arg mono">{commandOf(call.input) ?? within(directory, argumentOf(call.input))}</span>
        <span className="res num">
          <ResultWord call={call} />
        </span>
      </button>
      {open && (
        <>
          {diff === undefined ? <Input call={call} /> : <DiffView lines={diff} />}
          {(diff === undefined || failed) && <Output call={call} />}
        </>
      )}
    </div>
  )
}

function ResultWord({ call: { name, input, result } }: { call: ToolCall }) {
  if (result === undefined) return <span className="faint">no result yet</span>
  if (result.is_error === true) return <span className="bad">failed</span>
  const diff = diffOf(name, input)
  if (diff !== undefined) {
    const { added, removed } = diffSize(diff)
    return (
      <>
        <span className="plus">+{added}</span> <span className="minus">−{removed}</span>
      </>
    )
  }
  const lines = (result.output ?? '').trimEnd().split('\n')
  return (
    <span className="faint">{lines.length === 1 && lines[0] === '' ? 'no output' : plural(lines.length, 'line')}</span>
  )
}

function Input({ call: { input } }: { call: ToolCall }) {
  const command = commandOf(input)
  if (command !== undefined)
    return (
      <pre className="command" tabIndex={0}>
        {command}
      </pre>
    )
  const text = typeof input === 'string' ? input : JSON.stringify(input, null, 2)
  return text === undefined || text === '{}' ? null : (
    <pre className="input" tabIndex={0}>
      {text}
    </pre>
  )
}

function Output({ call: { result } }: { call: ToolCall }) {
  if (result?.output === undefined || result.output === '') return null
  return (
    <pre className={result.is_error === true ? 'output bad' : 'output'} tabIndex={0}>
      {result.output}
    </pre>
  )
}
