import { useSyncExternalStore } from 'react'
import { useCaller } from '../../../api/caller.js'
import { call } from '../../../api/call.js'
import { LANGUAGES, languages } from '../../../format/languages.js'
import { chooseLanguage, useLanguageChoice } from '../../../i18n/choice.js'
import { useWords } from '../../../i18n/use-words.js'
import { Instructions } from '../../../kit/instructions.js'
import { Page } from '../../../kit/page.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { Select } from '../../../kit/select.js'
import { SettingRow, SettingSection } from '../../../kit/setting-row.js'
import { Switch } from '../../../kit/switch.js'
import { PAGES } from '../../../navigation/pages.js'
import { chooseStartPage, useStartPage } from '../../../navigation/start-page.js'
import { defaultMode, SAFE_MODES } from '../../../preferences/new-lanes.js'
import { setDisplay, useDisplay } from '../../../theme/display.js'
import { ThemeChoice, ToolChoice } from './choices.js'

/** How the dashboard looks and starts, and what new lanes start with. */
export function PreferencesSection() {
  const t = useWords()
  // With several users, it is in the account.
  const caller = useCaller()
  const display = useDisplay()
  const language = useLanguageChoice()
  const start = useStartPage()
  const follows = t('settings:preferences.follows')
  return (
    <Page title={t('pages.preferences')} isNarrow>
      <SettingSection>
        <SettingRow label={t('settings:preferences.theme')} help={follows}>
          <ThemeChoice />
        </SettingRow>
        <SettingRow label={t('settings:preferences.density')}>
          <SegmentedControl
            label={t('settings:preferences.density')}
            hidesLabel
            name="density"
            value={display.density}
            options={[
              ['comfortable', t('settings:preferences.comfortable')],
              ['compact', t('settings:preferences.compact')],
            ]}
            onChange={(density) => setDisplay({ density })}
          />
        </SettingRow>
        <SettingRow label={t('settings:preferences.language')} help={follows} htmlFor="language">
          <Select
            id="language"
            value={language}
            options={[
              { value: 'system', label: t('settings:preferences.system') },
              ...languages.map((known) => ({ value: known, label: LANGUAGES[known] })),
            ]}
            onChange={chooseLanguage}
          />
        </SettingRow>
        <SettingRow label={t('settings:preferences.clock')}>
          <SegmentedControl
            label={t('settings:preferences.clock')}
            hidesLabel
            name="clock"
            value={display.clock}
            options={[
              ['24', t('settings:preferences.hours', { hours: 24 })],
              ['12', t('settings:preferences.hours', { hours: 12 })],
            ]}
            onChange={(clock) => setDisplay({ clock })}
          />
        </SettingRow>
        <SettingRow label={t('settings:preferences.start')} htmlFor="start">
          <Select
            id="start"
            value={start}
            options={PAGES.map(([to, name]) => ({ value: to, label: t(`pages.${name}`) }))}
            onChange={chooseStartPage}
          />
        </SettingRow>
        <SettingRow label={t('settings:preferences.motion')} help={t('settings:preferences.asSystem')}>
          <Switch
            label={t('settings:preferences.motion')}
            isOn={display.motion === 'reduced'}
            onChange={(isOn) => setDisplay({ motion: isOn ? 'reduced' : 'system' })}
          />
        </SettingRow>
        <SettingRow label={t('settings:preferences.contrast')} help={t('settings:preferences.asSystem')}>
          <Switch
            label={t('settings:preferences.contrast')}
            isOn={display.contrast === 'more'}
            onChange={(isOn) => setDisplay({ contrast: isOn ? 'more' : 'system' })}
          />
        </SettingRow>
      </SettingSection>
      <NewLanes />
      {caller === undefined && (
        <Instructions
          queryKey={['instructions', 'me']}
          read={(signal) => call('GET /api/me/instructions', { signal })}
          write={(instructions) => call('PUT /api/me/instructions', { body: { instructions } })}
          help={t('settings:preferences.instructions')}
        />
      )}
    </Page>
  )
}

/** What the dialog for a new lane starts with, in a repository that had none. */
function NewLanes() {
  const t = useWords()
  const mode = useSyncExternalStore(defaultMode.subscribe, defaultMode.get)
  return (
    <SettingSection title={t('settings:preferences.lanes')}>
      <SettingRow label={t('settings:preferences.tool')} help={t('settings:preferences.toolHelp')}>
        <ToolChoice />
      </SettingRow>
      <SettingRow
        label={t('settings:preferences.mode')}
        help={t('settings:preferences.modeHelp')}
        htmlFor="default-mode"
      >
        <Select
          id="default-mode"
          value={mode}
          options={SAFE_MODES.map((one) => ({ value: one, label: one }))}
          onChange={defaultMode.set}
        />
      </SettingRow>
    </SettingSection>
  )
}
