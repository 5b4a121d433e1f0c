import { useRouter } from '@tanstack/react-router'
import { Check, Link2 } from 'lucide-react'
import { use, useState } from 'react'
import { useWords } from '../../../i18n/use-words.js'
import styles from './item-view.module.css'
import { Whose } from './whose.js'

/** The actions of a message: a link to it, and its line as JSON. They appear on hover and focus. */
export function MessageActions({ line, raw, onRaw }: { line: number; raw: boolean; onRaw: () => void }) {
  const t = useWords()
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
    <span className={styles['actions']}>
      {isSecureContext && (
        <button type="button" onClick={() => void copy()} onBlur={() => setCopied(false)}>
          {copied ? <Check size={13} aria-hidden /> : <Link2 size={13} aria-hidden />}
          <span className="sr-only" aria-live="polite">
            {copied ? t('copied') : t('session:line.copy', { line })}
          </span>
        </button>
      )}
      <button type="button" aria-pressed={raw} aria-label={t('session:line.raw', { line })} onClick={onRaw}>
        {t('events.raw')}
      </button>
    </span>
  )
}
