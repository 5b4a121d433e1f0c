import { useQuery } from '@tanstack/react-query'
import { eventFacetsQuery } from '../../../api/queries.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { PickField } from '../../../kit/pick-field.js'
import { CONFIG_FIELDS, type RuleConfig, type RuleType, stateOf } from './rule-types.js'

const STATES = ['waiting', 'working'] as const

/** What a rule of one kind asks for. Kinds of events and tools that were seen are offered. */
export function ConfigFields({ type, config }: { type: RuleType; config: RuleConfig }) {
  const t = useWords()
  const { data: seen } = useQuery(eventFacetsQuery)
  const suggestions: Readonly<Record<string, readonly string[] | undefined>> = {
    event_type: seen?.event_types,
    tool_name: seen?.tool_names,
  }
  const held = (name: string): string | undefined => {
    const value = config[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
  }
  return (
    <div className="fields">
      {type === 'status_duration' && (
        <PickField
          name="config.status"
          label={t('alerts:rules.state')}
          value={stateOf(config)}
          options={STATES.map((state) => [state, t(`alerts:rules.states.${state}`)] as const)}
        />
      )}
      {CONFIG_FIELDS[type].map(({ name, isNumber = false, preset = '', hint }) => (
        <Field
          key={name}
          name={`config.${name}`}
          label={t(`alerts:rules.field.${name}`)}
          value={held(name) ?? preset}
          isNumber={isNumber}
          suggestions={suggestions[name] ?? []}
          {...(hint === undefined ? {} : { hint: t(`alerts:rules.${hint}`) })}
        />
      ))}
    </div>
  )
}
