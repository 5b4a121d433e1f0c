import { Check, Circle, CircleDot, type LucideIcon } from 'lucide-react'
import type { Todo } from './todo.js'

const SHAPES: Readonly<Record<string, readonly [LucideIcon, words: string, look: string]>> = {
  completed: [Check, 'done', 'is-done'],
  in_progress: [CircleDot, 'in progress', 'is-under-way'],
  pending: [Circle, 'to do', ''],
}

/** Tasks with how far each is, told by shape and word as well as by colour. */
export function Checklist({ todos }: { todos: readonly Todo[] }) {
  return (
    <ul className="todos">
      {todos.map(({ words, status }, index) => {
        const [Shape, state, look] = SHAPES[status] ?? [Circle, status, '']
        return (
          <li key={index} className={look}>
            <Shape size={14} strokeWidth={2} aria-hidden />
            <span>
              <span className="sr-only">{state}: </span>
              {words}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
