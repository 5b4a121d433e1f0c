import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../i18n/use-words.js'
import buttons from './button.module.css'

/** Copies a text. Hidden where the page has no clipboard: over plain http from another machine. */
export function CopyButton({ text, words, title }: { text: string; words: string; title?: string }) {
  const t = useWords()
  const [copied, setCopied] = useState(false)
  if (!isSecureContext) return null
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <button type="button" className={buttons['button']} onClick={() => void copy()} title={title}>
      {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span aria-live="polite">{copied ? t('copied') : words}</span>
    </button>
  )
}
