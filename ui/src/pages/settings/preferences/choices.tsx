import { useSyncExternalStore } from 'react'
import { TOOL_IDS, TOOLS } from '../../../api/tools.js'
import { useWords } from '../../../i18n/use-words.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { defaultTool } from '../../../preferences/new-lanes.js'
import { setDisplay, useDisplay } from '../../../theme/display.js'

/** Chooses the theme. */
export function ThemeChoice() {
  const t = useWords()
  const { theme } = useDisplay()
  return (
    <SegmentedControl
      label={t('settings:preferences.theme')}
      hidesLabel
      name="theme"
      value={theme}
      options={[
        ['system', t('settings:preferences.system')],
        ['light', t('settings:preferences.light')],
        ['dark', t('settings:preferences.dark')],
      ]}
      onChange={(next) => setDisplay({ theme: next })}
    />
  )
}

/** Chooses the agent that new lanes start with. */
export function ToolChoice() {
  const t = useWords()
  const tool = useSyncExternalStore(defaultTool.subscribe, defaultTool.get)
  return (
    <SegmentedControl
      label={t('settings:preferences.tool')}
      hidesLabel
      name="default-tool"
      value={tool}
      options={TOOL_IDS.map((id) => [id, TOOLS[id].name] as const)}
      onChange={defaultTool.set}
    />
  )
}
