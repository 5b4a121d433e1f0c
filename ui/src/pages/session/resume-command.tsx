import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { CopyButton } from '../../kit/copy-button.js'
import { resumeCommand } from '../../kit/resume-command.js'

/** The command that takes the session up again in a terminal, ready to be pasted there. */
export function ResumeCommand({ session }: { session: Session }) {
  const t = useWords()
  const command = resumeCommand(session)
  if (!isSecureContext) return <p className="mono fact-line">{command}</p>
  return <CopyButton text={command} words={t('session:resume')} title={command} />
}
