import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { notify } from '../../kit/notices.js'
import { titleOf } from '../../kit/session-label.js'

/** Hides a failure until the session fails again. */
export function Dismiss({ session }: { session: Session }) {
  const t = useWords()
  const restore = useMutation({ mutationFn: () => call('DELETE /api/sessions/:id/dismiss', { params: session }) })
  const dismiss = useMutation({
    mutationFn: () => call('POST /api/sessions/:id/dismiss', { params: session }),
    onSuccess: () =>
      notify(t('now:dismiss.done', { name: titleOf(session) }), { label: t('undo'), run: () => restore.mutate() }),
  })
  return (
    <div>
      <button type="button" className={buttons['button']} disabled={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {t('now:dismiss.button')}
      </button>
      {dismiss.error !== null && (
        <p role="alert" className="bad">
          {advice(dismiss.error)}
        </p>
      )}
    </div>
  )
}
