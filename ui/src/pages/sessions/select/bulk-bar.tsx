import { BellOff, Copy, Pin, PinOff, Trash2, X } from 'lucide-react'
import type { Session } from '../../../api/types.js'
import { exactCount, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { notify } from '../../../kit/notices.js'
import { resumeCommand } from '../../../kit/resume-command.js'
import { toggleMute, useMuted } from '../../../rows/muted.js'
import styles from './bulk-bar.module.css'

interface BulkBarProps {
  readonly selected: readonly Session[]
  /** The number of all sessions that match the filters: not all of them may be loaded. */
  readonly total: number
  readonly onPin: (ids: readonly string[], pinned: boolean) => void
  readonly onDelete: (ids: readonly string[]) => void
  readonly onClear: () => void
}

/** What can be done with the selected sessions. */
export function BulkBar({ selected, total, onPin, onDelete, onClear }: BulkBarProps) {
  const t = useWords()
  const muted = useMuted()
  const ids = selected.map(({ id }) => id)
  const cost = selected.reduce((sum, session) => sum + (session.cost ?? 0), 0)
  const arePinned = selected.every(({ pinned }) => pinned)
  const open = selected.filter(({ id, status }) => status === 'active' && !muted.has(id))
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(selected.map(resumeCommand).join('\n'))
    notify(t('sessions:act.copied', { count: selected.length }))
  }
  return (
    <div className={styles['bar']} role="toolbar" aria-label={t('sessions:select.actions', { count: selected.length })}>
      <span className={styles['says']} role="status">
        <b>{t('sessions:select.count', { selected: exactCount(selected.length), total: exactCount(total) })}</b>
        <span className="num">{usd(cost)}</span>
      </span>
      <button type="button" className={buttons['button']} onClick={() => onPin(ids, !arePinned)}>
        {arePinned ? <PinOff size={14} aria-hidden /> : <Pin size={14} aria-hidden />}
        <span>{t(arePinned ? 'sessions:act.unpin' : 'sessions:act.pin')}</span>
      </button>
      {open.length > 0 && (
        <button type="button" className={buttons['button']} onClick={() => open.forEach(({ id }) => toggleMute(id))}>
          <BellOff size={14} aria-hidden />
          <span>{t('sessions:act.mute')}</span>
        </button>
      )}
      {isSecureContext && (
        <button type="button" className={buttons['button']} onClick={() => void copy()}>
          <Copy size={14} aria-hidden />
          <span>{t('sessions:act.copy', { count: selected.length })}</span>
        </button>
      )}
      <button type="button" className={classes(buttons['button'], styles['delete'])} onClick={() => onDelete(ids)}>
        <Trash2 size={14} aria-hidden />
        <span>{t('sessions:act.delete')}</span>
      </button>
      <button
        type="button"
        className={classes(buttons['button'], styles['clear'])}
        aria-label={t('sessions:select.clear')}
        onClick={onClear}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  )
}
