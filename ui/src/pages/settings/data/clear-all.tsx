import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { exactCount } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { notify } from '../../../kit/notices.js'
import { SettingRow } from '../../../kit/setting-row.js'
import { Danger } from '../danger.js'

interface ClearAllProps {
  readonly counts: Readonly<Record<string, number>>
  readonly onDone: () => unknown
}

/** Deletes every session, after showing what is deleted and what stays. */
export function ClearAll({ counts: { sessions = 0, agents = 0, events = 0 }, onDone }: ClearAllProps) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { mutate, error, isPending } = useMutation({
    mutationFn: (currentPassword: string | undefined) => call('POST /api/settings/clear-data', { currentPassword }),
    onSuccess: async () => {
      await onDone()
      setOpen(false)
      notify(t('settings:data.all.done'))
    },
  })
  return (
    <SettingRow
      label={t('settings:data.all.label')}
      below={
        isOpen ? (
          <Danger
            counts={[
              [exactCount(sessions), t('settings:data.sessions', { count: sessions })],
              [exactCount(agents), t('settings:data.agents', { count: agents })],
              [exactCount(events), t('settings:data.events', { count: events })],
            ]}
            action={t('settings:data.old.action', { count: sessions })}
            asksPassword
            busy={isPending}
            opener={opener}
            error={error === null ? undefined : advice(error)}
            onConfirm={mutate}
            onCancel={() => setOpen(false)}
          >
            {t('settings:data.all.stays')}
          </Danger>
        ) : undefined
      }
    >
      <button
        ref={opener}
        type="button"
        className={buttons['button']}
        disabled={isOpen || sessions === 0}
        onClick={() => setOpen(true)}
      >
        {t('settings:data.preview')}
        <span className="sr-only"> {t('settings:data.all.label')}</span>
      </button>
    </SettingRow>
  )
}
