import { useRouter } from '@tanstack/react-router'
import { ChevronDown, Download, FileText, Link2, SquareTerminal, Upload } from 'lucide-react'
import { fetchConversation } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { classes } from '../../kit/classes.js'
import { downloadConversation } from './download-conversation.js'
import { Menu, MenuItem, MenuLine } from '../../kit/menu.js'
import { notify } from '../../kit/notices.js'
import styles from './header.module.css'
import { resumeCommand } from '../../kit/resume-command.js'

/** Exports the conversation that is read, and copies what leads back to the session. */
export function ExportMenu({ session, agent }: { session: Session; agent: string | undefined }) {
  const t = useWords()
  const router = useRouter()
  const { id } = session
  const attempt = (work: () => Promise<void>): void => void work().catch((error: unknown) => notify(advice(error)))
  const copy = (text: string): void =>
    attempt(async () => {
      await navigator.clipboard.writeText(text)
      notify(t('copied'))
    })
  const download = (toolOutput: boolean): void => attempt(() => downloadConversation(session, agent, toolOutput))
  return (
    <Menu
      trigger={
        <button
          type="button"
          className={classes(buttons['button'], styles['export'])}
          aria-label={t('session:export.title')}
        >
          <Upload size={14} aria-hidden />
          <span>{t('session:export.title')}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      {isSecureContext && (
        <MenuItem
          icon={<FileText size={14} aria-hidden />}
          onSelect={() => attempt(async () => copy(await (await fetchConversation(id, agent, false)).text()))}
        >
          {t('session:export.copy')}
        </MenuItem>
      )}
      <MenuItem icon={<Download size={14} aria-hidden />} onSelect={() => download(false)}>
        {t('session:export.download')}
      </MenuItem>
      <MenuItem icon={<Download size={14} aria-hidden />} onSelect={() => download(true)}>
        {t('session:export.downloadAll')}
      </MenuItem>
      {isSecureContext && (
        <>
          <MenuLine />
          <MenuItem icon={<SquareTerminal size={14} aria-hidden />} onSelect={() => copy(resumeCommand(session))}>
            {t('session:export.resume')}
          </MenuItem>
          <MenuItem
            icon={<Link2 size={14} aria-hidden />}
            onSelect={() => copy(new URL(router.state.location.href, location.href).href)}
          >
            {t('session:export.link')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
