import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { advice } from '../../../api/failure.js'
import { upload } from '../../../api/upload.js'
import { percent } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { SettingRow } from '../../../kit/setting-row.js'
import type { Sent } from './use-importing.js'

const NOTHING: Sent = { bytes: 0, total: 0 }

/** Imports a backup file of this or another service. */
export function RestoreBackup() {
  const t = useWords()
  const queries = useQueryClient()
  const [sent, setSent] = useState<Sent>(NOTHING)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      const onSent = (bytes: number, total: number): void => setSent({ bytes, total })
      return upload('POST /api/settings/import', form, { onSent, signal: new AbortController().signal })
    },
    onSettled: () => {
      setSent(NOTHING)
      return queries.invalidateQueries()
    },
  })
  return (
    <SettingRow
      label={t('settings:bundle.import')}
      help={t('settings:bundle.help')}
      error={error === null ? undefined : advice(error)}
      below={
        <p role="status">
          {isPending &&
            (sent.total > 0 && sent.bytes >= sent.total
              ? t('settings:bundle.reading')
              : t('settings:bundle.sending', { share: percent(sent.bytes, sent.total) }))}
          {data !== undefined && !isPending && (
            <span className="well">
              {t('settings:bundle.done', {
                count: data.sessions_imported,
                known: data.sessions_skipped,
                events: t('settings:bundle.events', { count: data.events }),
              })}
              {data.errors > 0 && ` ${t('settings:bundle.unread', { count: data.errors })}`}
            </span>
          )}
        </p>
      }
    >
      <label className={buttons['button']}>
        {t('settings:bundle.choose')}
        <input
          type="file"
          className="sr-only"
          accept=".json"
          disabled={isPending}
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file !== undefined) mutate(file)
            event.target.value = ''
          }}
        />
      </label>
    </SettingRow>
  )
}
