import { Bell, BellOff, Download, Languages, Rows3, Search, SunMoon, Terminal } from 'lucide-react'
import type { Session } from '../../api/types.js'
import { advice } from '../../api/failure.js'
import { LANGUAGES, languages } from '../../format/languages.js'
import { chooseLanguage } from '../../i18n/choice.js'
import { t } from '../../i18n/i18n.js'
import { downloadConversation } from '../../pages/session/download-conversation.js'
import { notify } from '../../kit/notices.js'
import { resumeCommand } from '../../kit/resume-command.js'
import { titleOf } from '../../kit/session-label.js'
import { mutes, toggleMute } from '../../rows/muted.js'
import { toggleDensity, toggleTheme } from '../../theme/display.js'
import type { Choice } from './choice.js'
import { hasWordLike } from './pages.js'

const ICON = { size: 16, strokeWidth: 1.7, 'aria-hidden': true } as const

const named = (label: string) => ({ label, name: label })

/** Returns what can be done with a session. */
export function sessionActions(session: Session): readonly (Choice & { readonly label: string })[] {
  const detail = titleOf(session)
  const isMuted = mutes.get().has(session.id)
  const command = resumeCommand(session)
  return [
    // The clipboard needs https or this machine.
    ...(isSecureContext
      ? [
          {
            key: 'resume',
            icon: <Terminal {...ICON} />,
            ...named(t('palette:action.resume')),
            detail,
            go: () => void navigator.clipboard.writeText(command).then(() => notify(t('palette:copied', { command }))),
          },
        ]
      : []),
    {
      key: 'export',
      icon: <Download {...ICON} />,
      ...named(t('palette:action.export')),
      detail,
      go: () => void downloadConversation(session, undefined, false).catch((error: unknown) => notify(advice(error))),
    },
    ...(session.ended_at === null
      ? [
          {
            key: 'mute',
            icon: isMuted ? <Bell {...ICON} /> : <BellOff {...ICON} />,
            ...named(isMuted ? t('palette:action.unmute') : t('palette:action.mute')),
            detail,
            keys: ['m'],
            go: () => toggleMute(session.id),
          },
        ]
      : []),
  ]
}

/** Returns the actions that match the text: theme, density, language. Only the theme for an empty text. */
export function displayActions(text: string): readonly Choice[] {
  const theme = { key: 'theme', icon: <SunMoon {...ICON} />, label: t('palette:action.theme'), go: toggleTheme }
  const wanted = text.trim().toLowerCase()
  const all = [
    theme,
    { key: 'density', icon: <Rows3 {...ICON} />, label: t('palette:action.density'), keys: ['D'], go: toggleDensity },
    ...(['system', ...languages] as const).map((choice) => ({
      key: `language ${choice}`,
      icon: <Languages {...ICON} />,
      label: choice === 'system' ? t('palette:languageSystem') : t('palette:language', { language: LANGUAGES[choice] }),
      go: () => chooseLanguage(choice),
    })),
  ]
  const found = wanted === '' ? [theme] : all.filter(({ label }) => hasWordLike(label, wanted))
  return found.map(({ label, ...action }) => ({ ...action, name: label }))
}

/** Returns the searches for the text: in conversations and in events. */
export function searchActions(
  text: string,
  open: (page: '/search' | '/activity') => Pick<Choice, 'go' | 'href'>,
): readonly Choice[] {
  if (text === '') return []
  const icon = <Search {...ICON} />
  return [
    {
      key: 'search conversations',
      icon,
      name: t('palette:conversations', { text }),
      keys: [t('keys.tab')],
      ...open('/search'),
    },
    { key: 'search events', icon, name: t('palette:events', { text }), ...open('/activity') },
  ]
}
