import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { titleOfPrompt } from '../../../../../src/domain/lane/from-prompt.js'
import { RACE_LIMIT_USD } from '../../../../../src/domain/race/limits.js'
import { call } from '../../../api/call.js'
import { t } from '../../../i18n/i18n.js'
import { useWords } from '../../../i18n/use-words.js'
import { Field } from '../../../kit/field.js'
import { FormDialog } from '../../../kit/form-dialog.js'
import { formText } from '../../../kit/form-text.js'
import { notify } from '../../../kit/notices.js'
import { orLaneFailure } from '../../lanes/lane-failure.js'
import styles from '../../lanes/new-lane/dialog.module.css'
import { PathField } from '../../lanes/new-lane/path-field.js'
import { PromptArea } from '../../lanes/new-lane/prompt-area.js'
import { branchesQuery, directoriesQuery } from '../../lanes/new-lane/queries.js'
import { lastRepository, rememberedOf } from '../../lanes/new-lane/remembered.js'
import { agentBody, firstAgents } from './agent.js'
import { AgentsField } from './agents-field.js'

/** What the form is filled with. */
export interface NewRaceStart {
  readonly prompt: string
  readonly repository: string
  readonly base: string
}

interface NewRaceDialogProps {
  readonly start: NewRaceStart
  readonly onClose: () => void
}

const PATH_EXAMPLE = '/home/ada/shop'

/** Starts several agents on one prompt, each in a new lane, and opens the page that compares them. */
export function NewRaceDialog({ start, onClose }: NewRaceDialogProps) {
  const t = useWords()
  const navigate = useNavigate()
  const [prompt, setPrompt] = useState(start.prompt)
  const [directory, setDirectory] = useState(start.repository === '' ? (lastRepository() ?? '') : start.repository)
  const [base, setBase] = useState(start.base === '' ? (rememberedOf(directory)?.base ?? '') : start.base)
  const [agents, setAgents] = useState(firstAgents)
  const { data: directories = [] } = useQuery(directoriesQuery)
  const { data: repository } = useQuery({ ...branchesQuery(directory), enabled: directory !== '' })

  const send = async (form: FormData): Promise<void> => {
    const limit = formText(form, 'limit_usd')
    const body = {
      repo: formText(form, 'repo'),
      prompt,
      agents: agents.map(agentBody),
      ...(base === '' ? {} : { base }),
      ...(limit === '' ? {} : { limit_usd: amountOf(limit) }),
    }
    const { race, refused } = await orLaneFailure(call('POST /api/races', { body }))
    const [why] = refused
    if (why !== undefined) notify(t('race:new.refused', { count: refused.length, why: why.message }))
    void navigate({ to: '/races/$race', params: { race: race.id } })
  }

  return (
    <FormDialog
      title={t('race:new.title')}
      action={t('race:new.start', { count: agents.length })}
      send={send}
      check={(form) => complaintsOf(form, prompt)}
      onClose={onClose}
    >
      <div className={styles['task']} data-field>
        <PromptArea
          label={t('race:new.prompt')}
          placeholder={t('race:new.promptExample')}
          prompt={prompt}
          onChange={setPrompt}
        />
      </div>
      <AgentsField agents={agents} onChange={setAgents} />
      <PathField
        name="repo"
        label={t('race:new.repository')}
        isFolder
        value={directory}
        placeholder={PATH_EXAMPLE}
        options={directories.filter(({ isHome }) => !isHome)}
        onChange={(path) => {
          setDirectory(path)
          setBase(rememberedOf(path)?.base ?? '')
        }}
      />
      <PathField
        name="base"
        label={t('race:new.base')}
        value={base}
        placeholder={repository?.current ?? t('race:new.baseDefault')}
        options={(repository?.branches ?? []).map(({ name, sha }) => ({
          value: name,
          label: name,
          note: sha.slice(0, 7),
        }))}
        onChange={setBase}
      />
      <Field
        name="limit_usd"
        label={t('race:new.limit')}
        isNumber
        hint={t('race:new.limitHint')}
        placeholder={t('race:new.noLimit')}
      />
    </FormDialog>
  )
}

/** Returns an amount in US dollars as it was typed: `5`, `$5.50` or `5,50`. */
const amountOf = (text: string): number => Number(text.replace(/^\$\s*/, '').replace(',', '.'))

/** What is wrong before anything is sent, by field. */
function complaintsOf(form: FormData, prompt: string): Readonly<Record<string, string>> {
  const limit = formText(form, 'limit_usd')
  const amount = amountOf(limit)
  const isAmount = limit === '' || (amount >= RACE_LIMIT_USD.least && amount <= RACE_LIMIT_USD.most)
  return {
    // A prompt of punctuation names no branch.
    ...(titleOfPrompt(prompt, null) === '' ? { prompt: t('race:new.noPrompt') } : {}),
    ...(formText(form, 'repo').startsWith('/') ? {} : { repo: t('race:new.noPath') }),
    ...(isAmount ? {} : { limit_usd: t('race:new.badLimit', RACE_LIMIT_USD) }),
  }
}
