import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Provider } from '../../../api/tools.js'
import type { SettingsInfo } from '../../../api/types.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { Confirm } from '../../../kit/confirm.js'

interface RemoveOtherProps {
  readonly provider: Provider
  readonly name: string
  readonly hooks: SettingsInfo['hooks']['providers'][Provider]
}

/** Removes the hooks that another monitor has in the same file, once that is confirmed. */
export function RemoveOther({ provider, name, hooks }: RemoveOtherProps) {
  const t = useWords()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/settings/uninstall-other-hooks', { body: { providers: [provider] } }),
    onSuccess: () => setIsAsking(false),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.settings }),
  })
  return (
    <>
      <button type="button" className="btn" onClick={() => setIsAsking(true)}>
        <Trans
          i18nKey="settings:hooks.other.remove"
          values={{ tool: name }}
          components={{ quiet: <span className="sr-only" /> }}
        />
      </button>
      {isAsking && (
        <Confirm
          title={t('settings:hooks.other.sure')}
          action={t('settings:hooks.other.action')}
          busy={isPending}
          error={error === null ? undefined : advice(error)}
          onConfirm={mutate}
          onClose={() => setIsAsking(false)}
        >
          {t('settings:hooks.other.facts', { path: hooks.path, events: hooks.other_monitor.join(', ') })}
        </Confirm>
      )}
    </>
  )
}
