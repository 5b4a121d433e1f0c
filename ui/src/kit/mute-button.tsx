import { Bell, BellOff } from 'lucide-react'
import { useWords } from '../i18n/use-words.js'
import { toggleMute, useIsMuted } from '../rows/muted.js'
import buttons from './button.module.css'

/** Mutes a session in this browser, and shows that it is muted. */
export function MuteButton({ id }: { id: string }) {
  const t = useWords()
  const isMuted = useIsMuted(id)
  const words = t(isMuted ? 'mute.off' : 'mute.on')
  const Icon = isMuted ? BellOff : Bell
  return (
    <button
      type="button"
      className={buttons['quiet']}
      data-mute
      aria-pressed={isMuted}
      aria-label={t('mute.button')}
      title={words}
      onClick={() => toggleMute(id)}
    >
      <Icon size={14} aria-hidden />
      {isMuted && t('mute.muted')}
    </button>
  )
}
