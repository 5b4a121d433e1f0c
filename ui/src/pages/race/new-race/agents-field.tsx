import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { RACERS } from '../../../../../src/domain/race/limits.js'
import { TOOL_IDS, type ToolId, TOOLS } from '../../../api/tools.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Combobox } from '../../../kit/combobox.js'
import { useComplaint } from '../../../kit/refusal.js'
import { Select } from '../../../kit/select.js'
import { modelsQuery } from '../../lane/start/queries.js'
import { type NewAgent, withOneMore, withTool } from './agent.js'
import styles from './agents-field.module.css'

interface AgentsFieldProps {
  readonly agents: readonly NewAgent[]
  readonly onChange: (agents: readonly NewAgent[]) => void
}

/** The agents of a race: 2 to 4, each with its tool, model and effort. */
export function AgentsField({ agents, onChange }: AgentsFieldProps) {
  const t = useWords()
  const id = useId()
  const complaint = useComplaint('agents')
  return (
    <div role="group" aria-labelledby={id} className={styles['agents']}>
      <span id={id}>{t('race:new.agents')}</span>
      <ul>
        {agents.map((agent, at) => (
          <li key={agent.key}>
            <Agent
              agent={agent}
              number={at + 1}
              onChange={(next) => onChange(agents.map((one) => (one.key === agent.key ? next : one)))}
              onRemove={
                agents.length > RACERS.least ? () => onChange(agents.filter(({ key }) => key !== agent.key)) : undefined
              }
            />
          </li>
        ))}
      </ul>
      {agents.length < RACERS.most && (
        <button type="button" className={buttons['quiet']} onClick={() => onChange(withOneMore(agents))}>
          <Plus size={14} aria-hidden />
          {t('race:new.add')}
        </button>
      )}
      {complaint !== undefined && (
        <p role="alert" className="bad">
          {complaint}
        </p>
      )}
    </div>
  )
}

interface AgentProps {
  readonly agent: NewAgent
  readonly number: number
  readonly onChange: (agent: NewAgent) => void
  /** Undefined if there have to be at least so many. */
  readonly onRemove: (() => void) | undefined
}

function Agent({ agent, number, onChange, onRemove }: AgentProps) {
  const t = useWords()
  const { data: models = [] } = useQuery(modelsQuery(agent.tool))
  const { efforts } = TOOLS[agent.tool].capabilities
  return (
    <div role="group" aria-label={t('race:new.agent', { number })} className={styles['agent']}>
      <Select<ToolId>
        label={t('race:new.tool')}
        value={agent.tool}
        options={TOOL_IDS.map((id) => ({ value: id, label: TOOLS[id].name }))}
        onChange={(tool) => onChange(withTool(agent, tool))}
      />
      <Combobox
        label={t('race:new.model')}
        allowsText
        value={agent.model}
        placeholder={t('race:new.defaultModel')}
        options={models.map(({ id }) => ({ value: id, label: id }))}
        onChange={(model) => onChange({ ...agent, model })}
      />
      <Select
        label={t('race:new.effort')}
        value={agent.effort}
        options={[
          { value: '', label: t('race:new.defaultEffort') },
          ...efforts.map((effort) => ({ value: effort, label: effort })),
        ]}
        onChange={(effort) => onChange({ ...agent, effort })}
      />
      {onRemove !== undefined && (
        <button
          type="button"
          className={buttons['quiet']}
          aria-label={t('race:new.remove', { number })}
          onClick={onRemove}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
