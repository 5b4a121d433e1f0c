import { useQuery } from '@tanstack/react-query'
import { controllingTerminalQuery } from '../../api/queries.js'
import { useWords } from '../../i18n/use-words.js'
import { CopyButton } from '../../kit/copy-button.js'
import why from '../../kit/why.module.css'
import styles from './ask.module.css'

/** Where to answer: the tmux pane, the terminal or the process, with a command to copy. */
export function TerminalPlace({ session }: { session: string }) {
  const t = useWords()
  const { data } = useQuery(controllingTerminalQuery(session))
  const terminal = data?.terminal ?? null
  if (terminal === null) return <p className={why['why']}>{t('now:ask')}</p>
  const { host, local, pid, tty, tmux } = terminal
  const parts = [
    tmux === null ? '' : t('now:terminal.pane', { pane: tmux.place ?? tmux.pane }),
    tty?.replace('/dev/', '') ?? '',
    pid === null ? '' : t('now:terminal.process', { pid: String(pid) }),
    host,
  ].filter((part) => part !== '')
  const copied = tmux?.command ?? tty ?? (pid === null ? '' : String(pid))
  return (
    <div className={styles['place']}>
      <dl>
        <dt>{t(local ? 'now:terminal.here' : 'now:terminal.elsewhere', { host })}</dt>
        <dd className="num">{(local ? parts : parts.slice(0, -1)).join(' · ')}</dd>
      </dl>
      {copied !== '' && (
        <CopyButton
          text={copied}
          words={t(tmux === null ? 'copy' : 'now:terminal.copyCommand')}
          title={tmux === null ? copied : t('now:terminal.copyTitle', { command: tmux.command })}
        />
      )}
    </div>
  )
}
