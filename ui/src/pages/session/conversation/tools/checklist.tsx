import { Check, Circle, CircleDot, type LucideIcon } from 'lucide-react'
import { useWords } from '../../../../i18n/use-words.js'
import styles from './checklist.module.css'
import { stateWords, type Todo } from './todo.js'

const SHAPES: Readonly<Record<string, readonly [LucideIcon, look: string | undefined]>> = {
  completed: [Check, styles['done']],
  in_progress: [CircleDot, styles['current']],
  pending: [Circle, undefined],
}

/** Tasks with their state as a shape, a text and a colour. */
export function Checklist({ todos }: { todos: readonly Todo[] }) {
  const t = useWords()
  return (
    <ul className={styles['todos']}>
      {todos.map(({ words, status }, index) => {
        const [Shape, look] = SHAPES[status] ?? [Circle, undefined]
        return (
          <li key={index} className={look}>
            <Shape size={14} strokeWidth={2} aria-hidden />
            <span>
              <span className="sr-only">{t('session:todo.state', { state: stateWords(status) })} </span>
              {words}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
