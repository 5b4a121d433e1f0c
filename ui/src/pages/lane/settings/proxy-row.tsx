import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { NATIVE, proxiesQuery } from '../../../api/proxies.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import { notify } from '../../../kit/notices.js'
import { Select } from '../../../kit/select.js'
import { SettingRow } from '../../../kit/setting-row.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'

/** Where the requests of the lane's agents go. Absent while there is no proxy to choose. */
export function ProxyRow({ lane }: { lane: Lane }) {
  const t = useWords()
  const { data = [] } = useQuery(proxiesQuery)
  const { mutate, error, isPending } = useMutation({
    mutationFn: (profile: string) =>
      orLaneFailure(call('POST /api/lanes/:id/router/apply', { params: { id: String(lane.id) }, body: { profile } })),
    onSuccess: ({ restart_required }) => {
      if (restart_required) notify(t('laneSettings:settings.proxySet'))
    },
  })
  if (data.length === 0 && lane.router_profile === null) return null
  return (
    <SettingRow
      label={t('laneSettings:settings.proxy')}
      help={t('laneSettings:settings.proxyHelp')}
      htmlFor="lane-proxy"
      {...(error === null ? {} : { error: advice(error) })}
    >
      <Select
        id="lane-proxy"
        value={lane.router_profile ?? NATIVE}
        disabled={isPending}
        options={[
          { value: NATIVE, label: t('laneSettings:settings.noProxy') },
          ...data.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(profile) => mutate(profile)}
      />
    </SettingRow>
  )
}
