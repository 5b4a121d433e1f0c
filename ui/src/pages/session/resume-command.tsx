import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../api/types.js'

const RESUME = { claude: 'claude --resume', codex: 'codex resume' } as const

/** The command that takes the session up again in a terminal, ready to be pasted there. */
export function ResumeCommand({ session }: { session: Session }) {
  const [copied, setCopied] = useState(false)
  const command = `${RESUME[session.provider]} ${session.id}`
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(command)
    setCopied(true)
  }
  // A page served over plain http from another machine has no clipboard.
  if (!isSecureContext) return <p className="mono fact-line">{command}</p>
  return (
    <button type="button" className="btn copy" onClick={() => void copy()} title={command}>
      {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy resume command'}</span>
    </button>
  )
}
