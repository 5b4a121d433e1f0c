import { promptsByLine } from '../../../../../src/domain/lane/from-prompt.js'
import { type Issue, issueIn } from '../../../../../src/domain/lane/issue.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import check from '../../../kit/check.module.css'
import chips from '../../../kit/chip.module.css'
import { classes } from '../../../kit/classes.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import styles from './dialog.module.css'
import { PromptArea } from './prompt-area.js'

/** How many lanes one prompt can start. */
export const COUNTS = ['1', '2', '3', '4'] as const
export type Count = (typeof COUNTS)[number]

/** What the agents of new lanes are to do. */
export interface Task {
  readonly prompt: string
  /** Whether each line is the prompt of a lane of its own. */
  readonly isByLine: boolean
  readonly count: Count
}

/** Returns the prompts of a task: one for each lane. */
export const promptsOf = ({ prompt, isByLine, count }: Task): readonly string[] =>
  isByLine && promptsByLine(prompt).length > 1
    ? promptsByLine(prompt)
    : Array.from({ length: prompt.trim() === '' ? 0 : Number(count) }, () => prompt)

interface PromptFieldsProps {
  readonly task: Task
  readonly onChange: (task: Task) => void
  /** Starts different agents on the task, to compare them. */
  readonly onRace: () => void
}

/** The task of the agents, and how many lanes work on it. */
export function PromptFields({ task, onChange, onRace }: PromptFieldsProps) {
  const t = useWords()
  const { prompt, isByLine, count } = task
  const lines = promptsByLine(prompt).length
  const isList = lines > 1
  const issue = isList && isByLine ? null : issueIn(prompt)
  return (
    <div className={styles['task']} data-field>
      <PromptArea
        label={t('lanes:new.prompt')}
        placeholder={t('lanes:new.promptExample')}
        prompt={prompt}
        onChange={(next) => onChange({ ...task, prompt: next })}
      />
      {issue !== null && <IssueChip issue={issue} />}
      {isList && (
        <label className={check['check']}>
          <input
            type="checkbox"
            checked={isByLine}
            onChange={({ target: { checked } }) => onChange({ ...task, isByLine: checked })}
          />
          {t('lanes:new.byLine', { count: lines })}
        </label>
      )}
      {prompt.trim() !== '' && !(isList && isByLine) && (
        <div className={classes(styles['choice'], styles['count'])}>
          <SegmentedControl<Count>
            label={t('lanes:new.count')}
            name="count"
            value={count}
            options={COUNTS.map((one) => [one, one] as const)}
            onChange={(next) => onChange({ ...task, count: next })}
          />
          <button type="button" className={buttons['quiet']} onClick={onRace}>
            {t('lanes:new.race')}
          </button>
        </div>
      )}
    </div>
  )
}

/** The issue that the prompt names, and what becomes of it. */
function IssueChip({ issue: { label, repository, isRequest } }: { issue: Issue }) {
  const t = useWords()
  return (
    <p className={styles['issue']}>
      <span className={chips['soft']}>{repository === null ? label : `${repository.split('/').at(-1)} ${label}`}</span>
      {t(isRequest ? 'lanes:new.request' : 'lanes:new.issue', { issue: label })}
    </p>
  )
}
