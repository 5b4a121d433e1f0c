import { useWords } from '../../../i18n/use-words.js'
import { classes } from '../../../kit/classes.js'
import box from '../../../kit/list-box.module.css'
import type { SlashCommand } from './commands.js'
import styles from './reply.module.css'

interface CommandListProps {
  /** Of the list; each option adds its index. */
  readonly id: string
  readonly commands: readonly SlashCommand[]
  readonly current: number
  readonly onChoose: (name: string) => void
}

/** The commands that the text in the field may become. The field keeps the focus. */
export function CommandList({ id, commands, current, onChoose }: CommandListProps) {
  const t = useWords()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('lanes:chat.commands')}
      className={classes(box['panel'], styles['commands'])}
      onMouseDown={(event) => event.preventDefault()}
    >
      {commands.map(({ name, about }, at) => (
        <div
          key={name}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === current}
          data-selected={at === current}
          className={box['option']}
          ref={at === current ? intoView : undefined}
          onClick={() => onChoose(name)}
        >
          <span className={styles['command']}>{name}</span>
          <span className={box['label']}>{about}</span>
        </div>
      ))}
    </div>
  )
}

const intoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
