import { useRouter } from '@tanstack/react-router'
import { Check, Link2 } from 'lucide-react'
import { use, useState } from 'react'
import { Whose } from './whose.js'

/** What can be done with a message: a link to it, and the line it was read from. Shown where the pointer or the focus is. */
export function MessageActions({ line, raw, onRaw }: { line: number; raw: boolean; onRaw: () => void }) {
  const { id, agent } = use(Whose)
  const router = useRouter()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    const search = { line, ...(agent === undefined ? {} : { agent }) }
    const { href } = router.buildLocation({ to: '/sessions/$id', params: { id }, search })
    await navigator.clipboard.writeText(new URL(href, location.href).href)
    setCopied(true)
  }
  return (
    <span className="msg-acts">
      {isSecureContext && (
        <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)}>
          {copied ? <Check size={13} aria-hidden /> : <Link2 size={13} aria-hidden />}
          <span className="sr-only" aria-live="polite">
            {copied ? 'Copied' : `Copy a link to line ${line}`}
          </span>
        </button>
      )}
      <button type="button" aria-pressed={raw} aria-label={`Line ${line} as it was written`} onClick={onRaw}>
        Raw
      </button>
    </span>
  )
}
