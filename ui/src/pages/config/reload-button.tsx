import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.js'
import { advice } from '../../api/failure.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { Confirm } from '../../kit/confirm.js'
import { notify } from '../../kit/notices.js'

/** Lets live agents read their configuration again, after a question: it types into their panes. */
export function ReloadButton() {
  const t = useWords()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => call('POST /api/cc-config/reload'),
    onSuccess: ({ reloaded, skipped }) => {
      setAsking(false)
      const texts = [
        t('config:reload.done', { count: reloaded.length }),
        ...(skipped.length === 0 ? [] : [t('config:reload.skipped', { count: skipped.length })]),
      ]
      notify(texts.join(' '))
    },
  })
  return (
    <>
      <button type="button" className={buttons['button']} onClick={() => setAsking(true)}>
        <RotateCw size={14} aria-hidden />
        {t('config:reload.open')}
      </button>
      {isAsking && (
        <Confirm
          title={t('config:reload.title')}
          action={t('config:reload.open')}
          isHarmless
          busy={isPending}
          error={error === null ? undefined : advice(error)}
          onConfirm={() => mutate()}
          onClose={() => {
            reset()
            setAsking(false)
          }}
        >
          <p>{t('config:reload.what')}</p>
        </Confirm>
      )}
    </>
  )
}
