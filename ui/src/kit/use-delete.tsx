import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { advice } from '../api/failure.js'
import { useWords } from '../i18n/use-words.js'
import { Confirm } from './confirm.js'
import { notify } from './notices.js'

interface Deletion<T> {
  /** A question: "Delete 12 sessions?" */
  readonly title: (item: T) => string
  /** What will be deleted and what stays, with numbers. */
  readonly says: (item: T) => ReactNode
  /** A verb and an object: "Delete sessions". */
  readonly action: string | ((item: T) => string)
  readonly run: (item: T) => Promise<unknown>
  /** What the toast says afterwards: "Rule deleted". */
  readonly done: (item: T) => string
  /** Brings the item back. Leave it out where that is not possible. */
  readonly undo?: (item: T) => Promise<unknown>
  /** Runs after a deletion, and again after an undo: re-read lists here. */
  readonly onChanged?: () => void
}

/** Deletes after a question, and says so in a toast. Render `dialog`, and call `ask` to start. */
export function useDelete<T>(deletion: Deletion<T>): { readonly ask: (item: T) => void; readonly dialog: ReactNode } {
  const t = useWords()
  const [item, setItem] = useState<{ readonly of: T }>()
  const { action } = deletion
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: deletion.run,
    onSuccess: (_, deleted) => {
      setItem(undefined)
      deletion.onChanged?.()
      const { undo } = deletion
      const bringBack = (): void =>
        void undo?.(deleted).then(deletion.onChanged, (problem: unknown) => notify(advice(problem)))
      notify(deletion.done(deleted), undo && { label: t('undo'), run: bringBack })
    },
  })
  const close = (): void => {
    setItem(undefined)
    reset()
  }
  return {
    ask: (of) => setItem({ of }),
    dialog: item !== undefined && (
      <Confirm
        title={deletion.title(item.of)}
        action={typeof action === 'string' ? action : action(item.of)}
        busy={isPending}
        error={error === null ? undefined : advice(error)}
        onConfirm={() => mutate(item.of)}
        onClose={close}
      >
        {deletion.says(item.of)}
      </Confirm>
    ),
  }
}
