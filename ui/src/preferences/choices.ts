import { choiceOf } from '../format/languages.js'
import { chooseLanguage, languageChoice } from '../i18n/choice.js'
import { display, displayIn, setDisplay } from '../theme/display.js'
import type { Choice } from './follow-account.js'
import { defaultMode, defaultTool, modeIn, toolIn } from './new-lanes.js'
import { fontSizeIn, terminalFont } from './terminal-font.js'

/** What follows the account. The rest is about one screen: density, motion, contrast, notifications, the page that opens first. */
export const CHOICES: readonly Choice[] = [
  {
    key: 'theme',
    get: () => display.get().theme,
    set: (stored) => setDisplay({ theme: displayIn('theme', stored) }),
    subscribe: display.subscribe,
  },
  {
    key: 'i18nextLng',
    get: languageChoice.get,
    set: (stored) => chooseLanguage(choiceOf(stored)),
    subscribe: languageChoice.subscribe,
  },
  {
    key: 'svc.terminal.fontSize',
    get: () => String(terminalFont.get()),
    set: (stored) => terminalFont.set(fontSizeIn(stored)),
    subscribe: terminalFont.subscribe,
  },
  {
    key: 'svc.defaultTool',
    get: defaultTool.get,
    set: (stored) => defaultTool.set(toolIn(stored)),
    subscribe: defaultTool.subscribe,
  },
  {
    key: 'svc.permissionMode',
    get: defaultMode.get,
    set: (stored) => defaultMode.set(modeIn(stored)),
    subscribe: defaultMode.subscribe,
  },
]
