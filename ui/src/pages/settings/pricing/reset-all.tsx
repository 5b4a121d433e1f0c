import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { Danger } from '../danger.js'

/** Restores all prices of the release and deletes the custom ones, after a confirmation. */
export function ResetAll({ custom }: { custom: number }) {
  const t = useWords()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/settings/reset-pricing', { body: {} }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      setOpen(false)
    },
  })
  return (
    <SettingSection>
      <SettingRow
        label={t('settings:pricing.reset')}
        help={t('settings:pricing.resetHelp')}
        below={
          isOpen ? (
            <Danger
              counts={[]}
              action={t('settings:pricing.resetNow')}
              busy={isPending}
              opener={opener}
              error={error === null ? undefined : advice(error)}
              onConfirm={() => mutate()}
              onCancel={() => setOpen(false)}
            >
              {custom === 0 ? t('settings:pricing.resetNone') : t('settings:pricing.resetOwn', { count: custom })}
            </Danger>
          ) : undefined
        }
      >
        <button
          ref={opener}
          type="button"
          className={buttons['button']}
          disabled={isOpen}
          onClick={() => setOpen(true)}
        >
          {t('settings:pricing.resetAll')}
        </button>
      </SettingRow>
    </SettingSection>
  )
}
